// RUN: %islc -w --check -verify-diagnostics %s
TObject T { }
Boundary A { method = "shop.Import.row"; }
// expected-error @+1 {{a program has one Boundary; compile two programs into one agent instead [ISL-E219]}}
Boundary B { method = "shop.Import.file"; }
