// RUN: %islc -w --check -verify-diagnostics %s
// RUN: for m in row shop. .row shop..row 'shop.Import.row(I)V' shop.1st.row 'shop.Import.<clinit>' ''; do printf 'Boundary B { method = "%%s"; }\n' "$m" | not %islc --check - 2>&1 | grep -c ISL-E323; done | sort -u | grep -x 1
// RUN: for m in Import.row 'shop.Import$Row.next' 'shop.Bücher.lies'; do printf 'Boundary B { method = "%%s"; }\n' "$m" | %islc --check -; done
TObject T { }
// expected-error @+1 {{`row` is no method whose entries can be counted: it names no class; write CLASS.method, as in `shop.Import.row` [ISL-E323]}}
Boundary A { method = "row"; }
