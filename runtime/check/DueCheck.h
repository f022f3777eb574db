// A check that is due: what is known of it before its pass.
#pragma once

#include "report/Report.h"

namespace isl {

struct DueCheck : report::Check {
  bool missed = false;  // its epoch has ended, and it was too dear: no report has it
};

}  // namespace isl
