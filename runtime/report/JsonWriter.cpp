// The JSON artefact: docs/report.schema.json fixes its names.
#include "report/FieldWriter.h"
#include "report/Fields.h"

namespace isl::report {

std::string toJson(const Report& report) { return jsonText(report); }

}  // namespace isl::report
