// RUN: %islc -w --check -verify-diagnostics %s
TObject T { }
// expected-error @+1 {{parameter `o` is named twice [ISL-E218]}}
Event on_reached(Object o, Field o) { }
