// What is to come of the live heap, in sentences.
#include <algorithm>
#include <cmath>

#include "report/Format.h"
#include "report/Wording.h"

namespace isl::report {
namespace {

// "310,000"; a forecast has two digits, for it is not better than that.
std::string grouped(uint64_t number, bool rounded) {
  if (rounded && number > 99) {
    const auto step = static_cast<uint64_t>(
        std::llround(std::pow(10, std::floor(std::log10(static_cast<double>(number))) - 1)));
    number = (number + step / 2) / step * step;
  }
  std::string out = std::to_string(number);
  for (size_t i = out.size(); i > 3; i -= 3) out.insert(i - 3, ",");
  return out;
}

std::string singular(const Outlook& one) { return one.per == "records" ? "record" : "unit"; }

// "record 310,000", "3.1 GiB of allocation"
std::string place(const Outlook& one, uint64_t work, bool rounded = false) {
  if (one.per == "allocatedBytes") return humanBytes(work) + " of allocation";
  return singular(one) + " " + grouped(work, rounded);
}

std::string guilty(const Outlook& one) {
  if (one.causeFrom + 1 >= one.causeAt) return singular(one) + " " + grouped(one.causeAt, false);
  return "a " + singular(one) + " between " + grouped(one.causeFrom, false) + " and " +
         grouped(one.causeAt, false);
}

std::string cause(const Outlook& one) {
  if (one.cause == "start") return "most of it was there before the work began";
  if (one.cause == "group") return "it grows within each group";
  if (one.cause == "hot-key")
    return "group " + grouped(one.causeAt, false) + " alone has most of it";
  if (one.cause == "large-record") return guilty(one) + " is large, or what is made of it";
  if (one.cause == "record") return "it rose sharply at " + guilty(one);
  if (one.cause != "task") return "";
  return one.per == "allocatedBytes" ? "it grows with what is allocated"
                                     : "it grows with the " + one.per;
}

std::string curve(const Outlook& one) {
  if (one.factor == 0) return "";
  return ", " +
         (one.growth == "linear" ? std::string("linear")
                                 : "as the work to the power of " + fixed(one.exponent, 1)) +
         " (R squared " + fixed(one.determination, 3) + " of " + counted(one.samples, "check") +
         ")";
}

bool endangered(const Outlook& one) { return one.fullAt > 0 || !one.cause.empty(); }

const OutOfMemory* endOf(const Report& report, const Outlook& one) {
  for (const OutOfMemory& each : report.pressure.outOfMemory)
    if (each.jvm == one.jvm) return &each;
  return nullptr;
}

uint64_t workAt(const OutOfMemory& end, const Outlook& one) {
  return one.per == "records" ? end.records : one.per == "units" ? end.units : end.allocatedBytes;
}

// Of one of several JVMs: which.
std::string inJvm(const Report& report, uint32_t number) {
  if (number == 0 || number > report.run.jvms.size() || report.run.jvms.size() < 2) return {};
  const Jvm& jvm = report.run.jvms[number - 1];
  return "; in " + jvmName(jvm.mainClass, jvm.member, jvm.pid);
}

std::string sentence(const Report& report, const Outlook& one) {
  const std::string heap = "the heap of " + humanBytes(one.heapBytes);
  std::string out;
  if (const OutOfMemory* end = endOf(report, one))
    out = heap + " was full at " + place(one, workAt(*end, one));
  else if (one.fullAt > 0)
    out = heap + " is full at about " + place(one, one.fullAt, true) + " (" +
          (one.per == "allocatedBytes" ? humanBytes(one.at) : grouped(one.at, false)) + " so far)";
  else
    out = heap + " was nearly full";
  const std::string why = cause(one);
  if (!why.empty()) out += ": " + why;
  const bool byCurve = one.cause == "task" || one.cause == "group" || one.cause == "hot-key";
  if (one.neighbours > 0)
    out += ", as " + counted(one.neighbours, "member") + " like it were";
  else if (byCurve)
    out += curve(one);
  return out + inJvm(report, one.jvm);
}

// What grows fastest, of all specs.
const Finding* fastest(const Report& report) {
  const Finding* out = nullptr;
  for (const Spec& spec : report.specs) {
    for (const Finding& finding : spec.findings) {
      if (finding.growth == "growing" && (!out || finding.retainedBytes > out->retainedBytes))
        out = &finding;
    }
  }
  return out;
}

// "70 % of 81.0 MiB that lived at check 40: pack.Join.table holds int[]"
std::string heldText(const MostHeld& most) {
  return percent(most.share) + " of " + humanBytes(most.liveBytes) + " that lived at check " +
         std::to_string(most.check) + ": " +
         holderText({most.kind, most.className, most.field, {}, {}}) + " holds " +
         (most.type.empty() ? "objects" : plainText(most.type));
}

constexpr size_t kShown = 3;

// What is full comes first.
std::vector<const Outlook*> endangeredOnes(const Report& report) {
  std::vector<const Outlook*> all;
  for (const Outlook& one : report.outlook)
    if (endangered(one)) all.push_back(&one);
  const auto left = [](const Outlook* one) {
    return one->fullAt == 0 || one->at == 0
               ? 0.0
               : static_cast<double>(one->fullAt) / static_cast<double>(one->at);
  };
  std::stable_sort(all.begin(), all.end(),
                   [&](const Outlook* a, const Outlook* b) { return left(a) < left(b); });
  return all;
}

}  // namespace

std::vector<std::string> outlookTexts(const Report& report) {
  const std::vector<const Outlook*> all = endangeredOnes(report);
  std::vector<std::string> out;
  for (size_t i = 0; i < std::min(kShown, all.size()); ++i)
    out.push_back(sentence(report, *all[i]));
  if (all.size() > kShown) out.push_back("and so in " + counted(all.size() - kShown, "more JVM"));
  return out;
}

std::string workText(const SiteWork& work) {
  if (work.taskBytes == 0) return {};
  std::string out = plainText(work.growth);
  if (work.factor > 0 && work.growth == "linear") {
    const bool allocated = work.per == "allocatedBytes";
    const double per = work.factor * (allocated ? 1 << 20 : 1000);
    out += ", " + humanBytes(static_cast<uint64_t>(per)) + " per " +
           (allocated ? "MiB allocated" : "1,000 " + plainText(work.per));
  } else if (work.factor > 0) {
    out += ", as the work to the power of " + fixed(work.exponent, 1);
  }
  if (work.factor > 0) out += " (R squared " + fixed(work.determination, 3) + ")";
  const auto within = [](uint64_t bytes, const char* what) {
    return bytes == 0 ? std::string() : humanBytes(bytes) + " within a " + what + ", ";
  };
  return out + "; at most " + within(work.recordBytes, work.per == "units" ? "unit" : "record") +
         within(work.groupBytes, "group") + humanBytes(work.taskBytes) + " over the task";
}

std::vector<std::string> mostHeldTexts(const Report& report) {
  const std::vector<const Outlook*> all = endangeredOnes(report);
  std::vector<std::string> out;
  for (size_t i = 0; i < std::min(kShown, all.size()); ++i) {
    for (const MostHeld& most : report.pressure.mostHeld) {
      if (most.jvm == all[i]->jvm)
        out.push_back("who holds most: " + heldText(most) + inJvm(report, most.jvm));
    }
  }
  return out;
}

std::vector<std::string> outlookWithCause(const Report& report) {
  std::vector<std::string> out = outlookTexts(report);
  const Finding* const finding = out.empty() ? nullptr : fastest(report);
  if (finding != nullptr)
    out.push_back("what grows: " + holderText(finding->holder) + ", " + findingOrigin(*finding));
  if (out.empty()) return out;
  for (std::string& text : mostHeldTexts(report)) out.push_back(std::move(text));
  return out;
}

}  // namespace isl::report
