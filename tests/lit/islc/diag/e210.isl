// RUN: %islc -w --check -verify-diagnostics %s
TObject A { }
// expected-error @+1 {{a program has one TObject; compile two programs into one agent instead [ISL-E210]}}
TObject B { }
