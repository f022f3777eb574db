autocmd BufRead,BufNewFile *.isl setfiletype isl
