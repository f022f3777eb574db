" Words of colours at places, the house form, and what a broken spec is told. Run in a copy of a spec: -c 'edit FILE'.
filetype plugin on
syntax on
edit dense.isl
redir! > vim.out
echo "file type" &filetype
for s:word in ["TObject", "false", "amplify"]
  call cursor(1, 1)
  call search(s:word, "c")
  echo s:word synIDattr(synID(line("."), col("."), 1), "name")
endfor
IslFormat
write
call append("$", "Context {")
try
  IslFormat
catch
  echo v:exception
endtry
redir END
qall!
