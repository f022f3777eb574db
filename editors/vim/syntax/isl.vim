" Syntax of ISL specs.
if exists("b:current_syntax")
  finish
endif

syntax keyword islConstruct Context History Partition Boundary TObject Event
syntax keyword islStorage instance const final
syntax keyword islPrimitive boolean byte short char int long float double
syntax keyword islControl if else for while do return break continue
syntax keyword islConstant true false null
syntax keyword islType Object Word Field Method Type
syntax keyword islEvent on_read on_write on_rw on_call on_alloc on_reached on_reachedOnce on_died
syntax keyword islFunction amplify deamplify getHistory addressToObject combine
syntax keyword islFunction asInt asLong asFloat asDouble sizeOf amplifyBy held heldBytes bornBytes diedBytes allocatedBytes isLambda age gcCount ticks units pressure

syntax match islProperty /\<\%(type\|sequence\|path\|size\|kind\|history\|include\|partition\|defect\|method\)\>\ze\s*=[^=]/
syntax match islNumber /\<\%(0[xX]\x[0-9A-Fa-f_]*\|\d[0-9_]*\%(\.[0-9_]*\)\=\%([eE][+-]\=\d\+\)\=\)[fFdDlL]\=/
syntax match islEscape /\\\%(u\x\{4}\|.\)/ contained
syntax region islString start=/"/ skip=/\\./ end=/"/ oneline contains=islEscape
syntax region islString start=/'/ skip=/\\./ end=/'/ oneline contains=islEscape
syntax match islComment "//.*$" contains=@Spell
syntax region islComment start="/\*" end="\*/" contains=@Spell

highlight default link islConstruct Structure
highlight default link islStorage StorageClass
highlight default link islPrimitive Type
highlight default link islControl Statement
highlight default link islConstant Constant
highlight default link islType Type
highlight default link islEvent Function
highlight default link islFunction Function
highlight default link islProperty Identifier
highlight default link islNumber Number
highlight default link islEscape SpecialChar
highlight default link islString String
highlight default link islComment Comment

let b:current_syntax = "isl"
