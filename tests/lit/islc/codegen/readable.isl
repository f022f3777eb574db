// RUN: %islc -w --emit=cpp %s | %FileCheck %s
// What people read of generated code: parentheses where C++ or its readers need them, names where they are used,
// lines of the spec that follow one another without a word, tables that say what their numbers are.
const int LIMIT = 3;
Context Lists { type = "java.util.ArrayList"; }
TObject T { include = Lists; instance boolean a = false; instance long n = 7; instance double unused = 0.1; }
// CHECK: int32_t LIMIT_0 = 3;
// CHECK: struct Fields {
// CHECK-NEXT: int64_t n_f = int64_t(7);
// CHECK-NEXT: double unused_f = 0.1;
// CHECK-NEXT: bool a_f = false;
// CHECK-NEXT: };
// CHECK-NOT: get_unused_f
// CHECK: {{^}}int64_t get_n_f(isl::Ref o) { return isl::get(o, &Fields::n_f); }
// CHECK-NOT: get_unused_f
// CHECK: {{^}}uint32_t window() { return 1; }
// CHECK: {{^}}void on_write(IslEnv*, IslObject* object, const IslField* f_1, uint32_t, uint32_t, IslObject*) {
// CHECK-NEXT: {{^}}  isl::Ref o_0 = isl::ref(object);
// CHECK-NEXT: #line [[@LINE+4]] "
// CHECK-NEXT: {{^}}  set_n_f(o_0, isl::add(get_n_f(o_0), int64_t(f_1->index)));
// CHECK-NEXT: {{^}}  set_a_f(o_0, f_1->isPrimitive != 0);
Event on_write(Object o, Field f, Word w1, Word w2) {
  o.n += f.index();
  o.a = f.isPrimitive();
}
// CHECK: {{^}}void on_reachedOnce(IslEnv* env, IslObject* object) {
Event on_reachedOnce(Object o) {
  int i = 1, never = 2;
  double d = o.n * (0.5 + i) - -2.0 / (i * 2.5);
  if (o.a && o.n > LIMIT || !(o.n == 0) && d < 1e-3) amplify(o);
  else if (gcCount() > (i++ + 1) * 2) deamplify(o);
  for (int k = 0; k < LIMIT; k++)
    i = k + 2;
  for (; i < 4;) i++;
}
// CHECK: #line [[@LINE-8]] "
// CHECK-NEXT: {{^}}  int32_t i_1 = 1;
// CHECK-NEXT: #line [[@LINE-10]]{{$}}
// CHECK-NEXT: {{^}}  {{\[\[}}maybe_unused]] int32_t never_2 = 2;
// CHECK-NEXT: {{^}}  double d_3 = double(get_n_f(o_0)) * (0.5 + double(i_1)) - -2.0 / (double(i_1) * 2.5);
// CHECK-NEXT: {{^}}  if ((get_a_f(o_0) && isl::gt(get_n_f(o_0), int64_t(LIMIT_0))) || (!isl::eq(get_n_f(o_0), int64_t(0)) && d_3 < 0.001)) {
// CHECK: isl_amplify(o_0.object);
// CHECK-NEXT: {{^}}  } else if (({ auto
// CHECK: {{^}}  for (int32_t k_4 = 0; k_4 < LIMIT_0; k_4 = isl::add(k_4, 1)) {
// CHECK-NEXT: {{^}}    isl::step(env,
// CHECK-NEXT: #line
// CHECK-NEXT: {{^}}    i_1 = isl::add(k_4, 2);
// CHECK: {{^}}  for (; i_1 < 4;) {
// CHECK: {{^}}    i_1 = isl::add(i_1, 1);
// CHECK: .event = ISL_ON_WRITE,
// CHECK-NEXT: .mode = ISL_MODE_NATIVE,
// CHECK-NEXT: .uses = ISL_USES_RECORD | ISL_USES_FIELD,
// CHECK-NEXT: .why = "
// CHECK-NEXT: .access = on_write,
// CHECK-NEXT: }
// CHECK: {{^}}const IslSpec spec = {
// CHECK-NEXT: .abiVersion = ISL_ABI_VERSION,
// CHECK-NEXT: .name = "readable",
// CHECK-NOT: = 0,
// CHECK: .mainContext = 0,
// CHECK-NEXT: .partition = ISL_PARTITION_ALL,
// CHECK-NOT: = 0,
// CHECK-NOT: hasHistory
// CHECK: .onReachedOnce = on_reachedOnce,
// CHECK: isl_specs[] = {
// CHECK-NEXT: {{^}}    &spec0::spec,  // "readable"{{$}}
// CHECK-NEXT: {{^}}};
