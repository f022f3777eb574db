def table(*a): return ""
