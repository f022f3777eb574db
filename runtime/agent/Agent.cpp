#include "agent/Agent.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <unistd.h>

#include "agent/Boundaries.h"
#include "agent/Callbacks.h"
#include "agent/Capabilities.h"
#include "agent/JvmFilter.h"
#include "agent/JvmMode.h"
#include "agent/Member.h"
#include "agent/OtherHeaders.h"
#include "agent/RunFacts.h"
#include "agent/Untraced.h"
#include "base/CostWatch.h"
#include "base/JvmtiBuffer.h"
#include "base/LocalRef.h"
#include "base/Log.h"
#include "check/AllocationClock.h"
#include "check/Amplifier.h"
#include "check/CheckBudget.h"
#include "heap/DeathEngine.h"
#include "heap/RecordEngine.h"
#include "heap/StaleEngine.h"
#include "portable/Exit.h"
#include "store/CallingContexts.h"
#include "verdict/Verdict.h"

namespace isl {

Agent* theAgent = nullptr;

namespace {

constexpr uint32_t kMaxNodes = 8'000'000;

}  // namespace

Status Agent::load(JavaVM* vm, const char* options) {
  vm_ = vm;
  Status status = parseOptions(options, options_);
  if (!status) return status;
  openLog(static_cast<LogLevel>(options_.logLevel), options_.logPath);
  command_ = readCommand();
  mainClass_ = mainOf(command_);
  member_ = memberOf(command_, workingFolder());
  leftOut_ = leaveAlone();
  return leftOut_ ? Status() : prepare();
}

Status Agent::attach(JavaVM* vm, const char* options) {
  vm_ = vm;
  attached_ = true;
  Status status = parseOptions(options, options_);
  if (!status) return status;
  openLog(static_cast<LogLevel>(options_.logLevel), options_.logPath);
  options_.sites = false;
  options_.exitCode = 0;  // the program was not started for a verdict
  command_ = readCommand();
  mainClass_ = mainOf(command_);
  status = prepare();
  JNIEnv* jni = nullptr;
  if (status && vm->GetEnv(reinterpret_cast<void**>(&jni), JNI_VERSION_10) != JNI_OK)
    status = Error{"the thread that attaches the agent is none of Java's"};
  if (status) status = startChecks(jni);
  if (status || jvmti_ == nullptr) return status;
  jvmti_->DisposeEnvironment();  // with its capabilities, which another may want
  files_.release();
  return status;
}

Status Agent::prepare() {
  if (vm_->GetEnv(reinterpret_cast<void**>(&jvmti_), JVMTI_VERSION_11) != JNI_OK) {
    return Error{"this JVM offers no JVMTI 11; supported are HotSpot 17 to 25"};
  }
  Status status = probeVm(jvmti_, vmInfo_);
  if (!status) return status;
  WordLayout::followHeader(vmInfo_.headerBytes());
  for (uint32_t i = 0; i < isl_spec_count; i++) specs_.push_back(isl_specs[i]);
  if (specs_.size() == 0) return Error{"this agent holds no spec: compile one with islc"};
  status = knowSpecs();
  if (!status) return status;
  std::vector<SpecPlan> plans;
  status = planSpecs(specs_, sequences_, plans);
  if (!status) return status;
  for (const auto& [name, value] : options_.tune) {
    status = applyTuning(specs_, name, value);
    if (!status) return status;
  }
  units_ = unitsFor(options_, specs_);
  helper_ = std::make_unique<HelperClass>(jvmti_, sites_, sequences_);
  helper_->setUnits(units_->address());
  status = planTrace();
  if (!status) return status;
  classes_ = std::make_unique<ClassTable>(specs_);
  nodes_ = std::make_unique<NodeTable>(kMaxNodes);
  buildRuns(plans);
  status = files_.claim();
  if (!status) return status;
  status = addCapabilities(jvmti_, options_.check.onFullGc, options_.sites);
  if (status && samplesAllocation()) AllocationClock::sampleEarly(jvmti_);
  return status ? enableEvents() : status;
}

bool Agent::samplesAllocation() const {
  return options_.check.automatic || options_.check.allocBytes > 0 || deaths_ != nullptr;
}

// What is put into the program's classes and objects.
Status Agent::planTrace() {
  if (!options_.sites) {
    Status fits = fitsUntraced(specs_, options_);
    if (fits) fits = fitsUntraced(vmInfo_);
    if (!fits) return fits;
    WordLayout::leaveOut();
    internUntraced(sites_);
    stacks_.keepTypes();
    return {};
  }
  const IslSpec* stateful = specWithStates(specs_);
  WordLayout::keepFlagsOf(stateful);
  const bool events = std::any_of(specs_.begin(), specs_.end(),
                                  [](const IslSpec* spec) { return hasEvents(*spec); });
  WordLayout::keepFlagsOf(stateful, events);
  if (events) keys_ = std::make_unique<EventKeys>(specs_, hierarchy_, layouts_);
  const bool sitesDivided = options_.scopes || contextModulus(specs_) > 0;
  if (keys_ != nullptr && !sitesDivided) keys_->keepLatest();
  if (keys_ != nullptr && (isl_disabled & ISL_NO_SLOT_COUNTS) == 0) keys_->countInSlots();
  features_ =
      featuresFor(specs_, hierarchy_, sequences_, keys_.get(), options_.scopes, isl_disabled);
  if (keys_ != nullptr) features_.settledRows = settledRows(specs_, *units_);
  if (stateful != nullptr) addStates(*stateful, hierarchy_, features_, isl_disabled);
  features_.ages = wordsAreAges(specs_) && (isl_disabled & ISL_NO_ORDERED_WORDS) == 0;
  if (features_.ages) WordLayout::orderByEpoch();
  features_.unitRow = [this](std::string_view cls, std::string_view method) {
    return units_->rowOf(cls, method);
  };
  hook_ = std::make_unique<ClassHook>(options_, features_, sites_,
                                      needsHierarchy(features_) ? &hierarchy_ : nullptr,
                                      keys_ != nullptr ? &layouts_ : nullptr, mainClass_);
  return {};
}

// Which JVMs get no event, no report and no change.
bool Agent::leaveAlone() {
  if (startsArchivers(mainClass_)) forgetAgent();
  if (!jvmSelected(options_, command_)) return true;
  const bool journalled = !options_.journal.empty();
  whyLeftOut_ = unwatchedMode();
  if (!whyLeftOut_.empty()) {
    forgetAgent();
  } else if (journalled && options_.sites) {
    // It can be watched, but complains: only where somebody has asked for this very JVM.
    whyLeftOut_ = namedArchive();
  }
  // Many JVMs were started for this one option: those that it does not suit go on without it.
  if (whyLeftOut_.empty() && journalled) whyLeftOut_ = unfitVm(vm_);
  if (whyLeftOut_.empty()) return false;
  logLine(journalled ? LogLevel::Info : LogLevel::Warn,
          "this JVM is left alone, as the agent does not work with %s", whyLeftOut_.c_str());
  return true;
}

// A limit of SPEC:N must name a spec of this agent, or the assertion would never be checked.
Status Agent::knowSpecs() const {
  std::string known;
  for (const IslSpec* spec : specs_) known += (known.empty() ? "" : ", ") + std::string(spec->name);
  const std::pair<const char*, const SpecLimits*> all[] = {{"max-vso", &options_.maxVso},
                                                           {"max-paper-vso", &options_.maxPaperVso},
                                                           {"max-idle", &options_.maxIdle}};
  for (const auto& [key, limits] : all) {
    for (const auto& [name, limit] : *limits) {
      const bool found =
          name.empty() || std::any_of(specs_.begin(), specs_.end(),
                                      [&n = name](const IslSpec* spec) { return n == spec->name; });
      if (!found) {
        return Error{std::string(key) + "=" + name +
                     ":...: this agent has no such spec; it has: " + known};
      }
    }
  }
  return {};
}

void Agent::buildRuns(const std::vector<SpecPlan>& plans) {
  const Thresholds thresholds{options_.minSiteBytes, options_.minSiteShare};
  CheckParts parts;
  parts.jvmti = jvmti_;
  parts.options = &options_;
  parts.helper = helper_.get();
  parts.sites = &sites_;
  parts.sequences = &sequences_;
  parts.classes = classes_.get();
  parts.nodes = nodes_.get();
  parts.scopes = &scopes_;
  parts.units = units_.get();
  parts.marksHeaders = vmInfo_.marksHeaders();
  parts.pressure = &pressure_.pressure();
  parts.living = &stacks_.living();
  watch_.ask(options_.explain, plans.size());
  if (!watch_.empty()) parts.watch = &watch_;
  for (size_t i = 0; i < plans.size(); i++) {
    std::unique_ptr<Engine> engine;
    if (plans[i].spec->onDied != nullptr) {
      if (deaths_ == nullptr) deaths_ = std::make_unique<SampledDeaths>(sites_, *classes_);
      engine = std::make_unique<DeathEngine>(plans[i].spec, i, deaths_->known());
    } else if (plans[i].spec->summary == ISL_SUMMARY_STALE_WINDOW) {
      engine = std::make_unique<StaleEngine>(plans[i].spec, i, plans[i].sequenceOf);
    } else {
      engine = std::make_unique<RecordEngine>(plans[i].spec, i, plans[i].sequenceOf, *nodes_);
    }
    runs_.push_back(std::make_unique<SpecRun>(std::move(engine), thresholds));
    parts.runs.push_back(runs_.back().get());
  }
  if (keys_ != nullptr) buildEvents(plans);
  parts.events = events_.get();
  parts.deaths = deaths_.get();
  parts.checked = [this] { afterCheck(); };
  parts.code = [this] { return codeSeen(); };
  parts.attached = attached_;
  checker_ = std::make_unique<Checker>(std::move(parts));
  if (events_ != nullptr) events_->onShortOfRoom([this] { checker_->makeRoom(); });
}

// Where no class is rewritten nothing gives sites.
CodeSeen Agent::codeSeen() const {
  if (hook_ != nullptr) return {sites_.differentCode(), hook_->codeBeforeProgram()};
  const uint64_t prepared = prepared_.load();
  return {prepared, std::min(prepared, beforeProgram_.load())};
}

void Agent::onPrepared(jvmtiEnv* jvmti, JNIEnv* jni, jclass prepared) {
  const uint64_t before = prepared_++;
  if (beforeProgram_.load() != UINT64_MAX) return;
  LocalRef<jobject> loader(jni);
  if (jvmti->GetClassLoader(prepared, loader.out()) == JVMTI_ERROR_NONE && loader)
    beforeProgram_.store(before);
}

void Agent::buildEvents(const std::vector<SpecPlan>& plans) {
  std::vector<std::vector<int>> sequenceOf;
  EventEngine::Parts parts{jvmti_,      &sites_,      classes_.get(), nodes_.get(),
                           keys_.get(), units_.get(), specs_,         {}};
  for (size_t i = 0; i < plans.size(); i++) {
    sequenceOf.push_back(plans[i].sequenceOf);
    parts.engines.push_back(runs_[i]->engine().records());
  }
  events_ = std::make_unique<EventEngine>(
      std::move(parts), Admission(specs_, sequenceOf, sites_, sequences_, hierarchy_));
}

Status Agent::enableEvents() {
  const jvmtiEventCallbacks callbacks = agentCallbacks();
  bool ok = jvmti_->SetEventCallbacks(&callbacks, sizeof callbacks) == JVMTI_ERROR_NONE;
  for (jvmtiEvent event : {JVMTI_EVENT_VM_START, JVMTI_EVENT_VM_INIT, JVMTI_EVENT_VM_DEATH}) {
    ok = ok && jvmti_->SetEventNotificationMode(JVMTI_ENABLE, event, nullptr) == JVMTI_ERROR_NONE;
  }
  if (options_.sites) {
    classEvents_ = std::make_unique<ClassEvents>(vm_, jvmti_, vmInfo_.keepsLoadedBytes());
    ok = ok && classEvents_->start(callbacks.ClassFileLoadHook);
  }
  if (!attached_ && !atExitWithStatus(atExit, this)) {
    logLine(LogLevel::Info,
            "this C library leaves the exit status to the program; the verdict is in the report");
  }
  if (ok) return {};
  return Error{"the VM does not deliver the events that the agent needs"};
}

void Agent::vmStart(JNIEnv* jni) {
  if (!options_.sites) return;
  Status status = helper_->define(jni);
  if (status) status = fitHeaders(jni, vmInfo_, *helper_);
  if (status && features_.ages)
    status = helper_->defineAges(jni, (isl_disabled & ISL_NO_REGION_COUNT) == 0);
  if (status && features_.states) status = helper_->defineFlags(jni);
  if (status && events_ != nullptr) status = helper_->defineEvents(jni);
  if (status && events_ != nullptr) {
    status = events_->bind(helper_->eventsClass(), helper_->arraysClass(), jni);
  }
  if (status) return;
  // Instrumented boot classes call the helper: the VM cannot go on without it.
  sayOnStderr("isl: error: " + status.message() + "\n");
  _exit(1);
}

// A class may have a method that a sequence names and that cannot be bracketed.
void Agent::onRewritten(JNIEnv* jni) {
  if (live_.load(std::memory_order_relaxed)) helper_->walkStacks(jni);
}

void Agent::vmInit(JNIEnv* jni) {
  if (options_.sites) traceLive(jni);
  const Status started = startChecks(jni);
  if (!started) {
    logLine(LogLevel::Error, "%s; the program runs without checks", started.message().c_str());
  }
}

// What is in the classes comes to life.
void Agent::traceLive(JNIEnv* jni) {
  // Agents without Java made their environments in Agent_OnLoad, some of them after ours.
  if (!classEvents_->moveBehind()) {
    logLine(LogLevel::Warn, "agents behind this one on the command line see classes as rewritten");
  }
  helper_->setContexts(jni, contextModulus(specs_));
  if (features_.libraryCalls) helper_->setCallsKnown(jni);
  helper_->linkNatives(jni);
  if (!helper_->fieldsHidden(jni)) {
    logLine(LogLevel::Warn, "the fields added to Object and Thread stay visible to reflection");
  }
  live_.store(true);
  onRewritten(jni);
  jclass loaderClass = jni->FindClass("java/lang/ClassLoader");
  jmethodID platform =
      jni->GetStaticMethodID(loaderClass, "getPlatformClassLoader", "()Ljava/lang/ClassLoader;");
  jobject loader = jni->CallStaticObjectMethod(loaderClass, platform);
  if (jni->ExceptionCheck()) jni->ExceptionClear();
  if (loader != nullptr) hook_->vmInit(jni, jni->NewGlobalRef(loader));
  if (const IslSpec* stateful = features_.states ? specWithStates(specs_) : nullptr) {
    const uint8_t* codes =
        WordLayout::keepsFlagsBesideRecords() ? nodes_->keepFlagCodes() : nullptr;
    helper_->setSteps(jni, *stateful, (isl_disabled & ISL_NO_QUIET_USES) == 0, codes);
  }
}

Status Agent::startChecks(JNIEnv* jni) {
  Status started;
  if (events_ != nullptr || !options_.sites) checker_->chooseIdentities(jni);
  if (!options_.sites && !checker_->notDirect().empty()) {
    return Error{
        "without words objects are told by reading the heap, and this one cannot be read: " +
        checker_->notDirect()};
  }
  if (events_ != nullptr) started = events_->start(jni);
  if (started) started = checker_->start(jni);
  if (!started) return started;
  jvmti_->SetEventNotificationMode(JVMTI_ENABLE, JVMTI_EVENT_THREAD_END, nullptr);
  pressure_.start(jvmti_);
  amplifier_.store(new Amplifier({jvmti_, options_.scopes, helper_.get(), checker_.get(), &scopes_,
                                  &sites_, classes_.get(), &stacks_}));
  if (samplesAllocation()) {
    jvmti_->SetEventNotificationMode(JVMTI_ENABLE, JVMTI_EVENT_SAMPLED_OBJECT_ALLOC, nullptr);
  }
  if (hook_ == nullptr && !attached_) {
    jvmti_->SetEventNotificationMode(JVMTI_ENABLE, JVMTI_EVENT_CLASS_PREPARE, nullptr);
  }
  if (options_.check.onFullGc) {
    jvmti_->SetEventNotificationMode(JVMTI_ENABLE, JVMTI_EVENT_OBJECT_FREE, nullptr);
  }
  return {};
}

// The launcher hands sun.java.command to the VM as an option, so it is known before any class is
// loaded. JVMTI 1.0 is asked for, as a JVM that is to be left out may be older than the agent needs.
std::string Agent::readCommand() const {
  jvmtiEnv* jvmti = nullptr;
  if (vm_->GetEnv(reinterpret_cast<void**>(&jvmti), JVMTI_VERSION_1_0) != JNI_OK) return "";
  std::string command;
  {
    JvmtiText value(jvmti);
    if (jvmti->GetSystemProperty("sun.java.command", value.out()) == JVMTI_ERROR_NONE) {
      command = value.get();
    }
  }
  jvmti->DisposeEnvironment();
  return command;
}

void Agent::vmDeath(JNIEnv* jni) {
  jvmti_->SetEventNotificationMode(JVMTI_DISABLE, JVMTI_EVENT_SAMPLED_OBJECT_ALLOC, nullptr);
  jvmti_->SetEventNotificationMode(JVMTI_DISABLE, JVMTI_EVENT_OBJECT_FREE, nullptr);
  checker_->stop(jni);
  pressure_.stop(jvmti_);
  jvmti_->SetEventNotificationMode(JVMTI_DISABLE, JVMTI_EVENT_THREAD_END, nullptr);
  if (events_ != nullptr) {
    EventEngine::Guard guard(events_.get());
    events_->drainAll();
  }
  dead_ = true;
  writeReports(true);
  files_.release();
}

void Agent::afterCheck() {
  if (report::isSpecial(options_.report) ||
      files_.isFresh(checker_->nowMs(), CheckBudget::processCpuMs()))
    return;
  const PassCost cost;
  writeReports(false);
  files_.wroteAt(checker_->nowMs(), CheckBudget::processCpuMs(), cost.ms());
}

void Agent::writeReports(bool complete) {
  JNIEnv* jni = nullptr;
  vm_->GetEnv(reinterpret_cast<void**>(&jni), JNI_VERSION_10);
  ReportInputs inputs{jvmti_,
                      jni,
                      &stacks_,
                      &options_,
                      &vmInfo_,
                      hook_.get(),
                      checker_.get(),
                      SeenByChecks(*checker_),
                      &sites_,
                      classes_.get(),
                      nodes_.get(),
                      &watch_,
                      events_.get(),
                      deaths_.get(),
                      {},
                      mainClass_,
                      member_,
                      shownCommand(command_),
                      hostName(),
                      &scopes_,
                      units_.get(),
                      &pressure_.pressure()};
  for (const auto& run : runs_) inputs.runs.push_back(run.get());
  report::Report report = [&] {
    // The program's threads run handlers meanwhile, which change records, counts and classes.
    EventEngine::Guard guard(events_.get());
    return buildReport(inputs, complete);
  }();
  report.run.startedAt =
      utcTime(static_cast<int64_t>(time(nullptr)) - static_cast<int64_t>(report.run.wallMs / 1000));
  const bool written = files_.write(report);
  if (!complete) return;
  if (!written) files_.noteLoss(command_);
  files_.announce(report);
}

// The last word on the exit status: only a program that ended well is turned into a failure.
void Agent::atExit(int status, void* self) {
  auto* agent = static_cast<Agent*>(self);
  if (agent->options_.exitCode == 0) return;
  if (agent->dead_ && agent->files_.failed() && status == 0) _exit(agent->options_.exitCode);
}

}  // namespace isl
