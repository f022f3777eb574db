// RUN: %islc -w --check -verify-diagnostics %s
// expected-error @+1 {{instance fields take 72 bytes per object (limit 64) [ISL-E335]}}
TObject T { instance long a0; instance long a1; instance long a2; instance long a3; instance long a4; instance long a5; instance long a6; instance long a7; instance long a8; }
