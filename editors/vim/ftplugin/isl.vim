" Settings for ISL specs, and :IslFormat.
if exists("b:did_ftplugin")
  finish
endif
let b:did_ftplugin = 1
let b:undo_ftplugin = "setlocal commentstring< comments< shiftwidth< softtabstop< expandtab< cindent<"

setlocal commentstring=//\ %s comments=s1:/*,mb:*,ex:*/,://
setlocal shiftwidth=2 softtabstop=2 expandtab cindent

" The whole spec: lines alone are no spec that can be parsed.
command! -buffer IslFormat call s:Format()

function! s:Format() abort
  " What is wrong is said on standard error, which not every 'shellredir' takes in.
  let l:house = systemlist("islc fmt - 2>&1", getline(1, "$"))
  if v:shell_error == 0
    let l:view = winsaveview()
    call setline(1, l:house)
    if line("$") > len(l:house)
      execute "silent " . (len(l:house) + 1) . ",$delete _"
    endif
    call winrestview(l:view)
  else
    echoerr get(l:house, 0, "islc fmt failed")
  endif
endfunction
