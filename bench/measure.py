"""What bench/run measures of one program: repetitions with and without agents in turn, and the ratios
that follow from them."""

import itertools
import math
import os
import statistics
from collections import namedtuple

import harness

TICKS = os.sysconf("SC_CLK_TCK")
# None where a program or a run did not tell.
Sample = namedtuple("Sample", "run steady")
# Ratios are medians over the repetitions; `all` holds those of the CPU time, one a repetition.
Result = namedtuple("Result", "program jdk spec base cpu all steady wall rss heap checks share "
                              "rewriting vso same good")


def specs():
    """Every spec that ships, by the folder of examples/ that is named after it."""
    folder = os.path.join(harness.ROOT, "examples")
    return sorted(name for name in os.listdir(folder)
                  if os.path.exists(os.path.join(folder, name, name + ".isl")))


def progress(run_program, extra=()):
    """Runs with bench.progress set; the run, and {"half": [...], "heap": [...]}."""
    path = os.path.join(harness.WORK, f"progress-{os.getpid()}")
    os.makedirs(harness.WORK, exist_ok=True)
    if os.path.exists(path):
        os.remove(path)
    run = run_program([f"-Dbench.progress={path}", *extra])
    told = {"half": [], "heap": []}
    if os.path.exists(path):
        with open(path, encoding="ascii") as lines:
            for line in lines:
                label, value = line.split()
                told[label].append(int(value))
        os.remove(path)
    return run, told


def middle_of(first, last):
    """The mean of two samples of one program, the worse status; no output if they do not have the same."""
    run = first.run._replace(
        stdout=first.run.stdout if first.run.stdout == last.run.stdout else None,
        status=first.run.status or last.run.status,
        cpu=statistics.fmean([first.run.cpu, last.run.cpu]),
        wall=statistics.fmean([first.run.wall, last.run.wall]),
        rss=statistics.fmean([first.run.rss, last.run.rss]))
    known = first.steady is not None and last.steady is not None
    return Sample(run, statistics.fmean([first.steady, last.steady]) if known else None)


class Bench:
    """One program on one JDK under several agents; {None: no agent, SPEC: path of its agent}."""

    def __init__(self, program, jdk, agents, options):
        self.program, self.jdk, self.agents, self.options = program, jdk, agents, options
        self.class_path, self.args = harness.program_jdk_path(program, jdk)

    def once(self, variant, extra=()):
        def start(vm_options):
            return harness.run(self.jdk, self.options.vm_options.split() + vm_options, self.class_path,
                               self.program.main, self.args, self.agents.get(variant),
                               self.options.agent_options)
        run, told = progress(start, extra)
        if run.status != 0:
            harness.note(run.stderr[-2000:])
        return run, told

    def sample(self, variant, repetition):
        run, told = self.once(variant)
        steady = run.cpu - told["half"][0] / TICKS if told["half"] else None
        harness.note(f"  {self.program.name} jdk{self.jdk.feature} {variant or 'none'} "
                     f"#{repetition + 1}: cpu {run.cpu:.2f} s, exit {run.status}")
        return Sample(run, steady)

    def samples(self):
        """{variant: [Sample]}, the variants in turn within each repetition; no agent first and last, as the
        speed of the machine may change meanwhile and all ratios of the repetition have that denominator."""
        found = {variant: [] for variant in [None, *self.agents]}
        for repetition in range(self.options.reps):
            first = self.sample(None, repetition)
            for variant in self.agents:
                found[variant].append(self.sample(variant, repetition))
            found[None].append(middle_of(first, self.sample(None, repetition)))
        return found

    def peaks(self):
        """{variant: highest used heap after a full collection at one of eight points of the run}.

        Without the VM's class archive, whose heap region (3.6 MB on JDK 17) no agent's run maps."""
        found = {}
        for variant in [None, *self.agents]:
            _, told = self.once(variant, ["-Dbench.heap=true", "-Xshare:off"])
            found[variant] = max(told["heap"], default=None)
        return found

    def results(self):
        samples = self.samples()
        peaks = self.peaks() if self.options.heap else {}
        return [self.result(spec, samples[None], samples[spec], peaks) for spec in self.agents]

    def result(self, spec, base, with_agent, peaks):
        def ratios(pick):
            pairs = [(pick(a), pick(b)) for a, b in zip(with_agent, base)]
            return [a / b for a, b in pairs if a is not None and b]

        def middle(pick):
            found = ratios(pick)
            return statistics.median(found) if found else None

        last = with_agent[-1].run
        record = harness.spec_of(last.report, spec)
        runs = [sample.run for sample in [*with_agent, *base]]
        heap = peaks[spec] / peaks[None] if peaks.get(spec) and peaks.get(None) else None
        checks = last.report["checks"] if last.report else []
        wall_ms = last.report["run"]["wallMs"] if last.report else 0
        rewriting = last.report["coverage"].get("rewriteMs") if last.report else None
        cpu = ratios(lambda s: s.run.cpu)
        return Result(
            self.program.name, self.jdk.feature, spec, statistics.median(s.run.cpu for s in base),
            statistics.median(cpu), cpu, middle(lambda s: s.steady), middle(lambda s: s.run.wall),
            middle(lambda s: s.run.rss), heap, len(checks),
            sum(check["costMs"] for check in checks) / wall_ms if wall_ms else None, rewriting,
            record["maxVso"] if record else None, all(r.stdout == runs[0].stdout for r in runs),
            all(r.status == 0 for r in runs))


def startup(jdk, agents, options):
    """{variant: (CPU ms, wall ms)} of a program that does nothing, medians of many runs."""
    out = os.path.join(harness.WORK, f"classes-{jdk.feature}", "start")
    source = os.path.join(harness.ROOT, "bench", "programs", "Start.java")
    harness.compile_java(jdk, [source], [], out)
    runs = {variant: [] for variant in [None, *agents]}
    for _ in range(options.start):
        for variant in runs:
            runs[variant].append(harness.run(jdk, options.vm_options.split(), [out], "Start", [],
                                             agents.get(variant), options.agent_options))
    return {variant: (1000 * statistics.median(r.cpu for r in found),
                      1000 * statistics.median(r.wall for r in found))
            for variant, found in runs.items()}


def merged(runs):
    """Results of several runs of bench/run as of one: all repetitions, medians of the runs' figures."""
    groups = {}
    for result in itertools.chain.from_iterable(runs):
        groups.setdefault((result.program, result.jdk, result.spec), []).append(result)

    def middle(values):
        known = [value for value in values if value is not None]
        return statistics.median(known) if known else None

    found = []
    for group in groups.values():
        every = [ratio for result in group for ratio in result.all]
        figures = {field: middle(getattr(result, field) for result in group)
                   for field in ("base", "steady", "wall", "rss", "heap", "share", "rewriting", "vso")}
        found.append(group[0]._replace(
            all=every, cpu=statistics.median(every), **figures,
            checks=round(statistics.median(result.checks for result in group)),
            same=all(result.same for result in group), good=all(result.good for result in group)))
    return found


def geometric(values):
    return math.exp(statistics.fmean(math.log(value) for value in values))


def means(results):
    """{(spec, JDK): (geometric mean of the CPU ratios, its range over the repetitions, worst)}."""
    groups = {}
    for result in results:
        groups.setdefault((result.spec, result.jdk), []).append(result)
    found = {}
    for key, group in groups.items():
        each = [geometric(result.all[i] for result in group)
                for i in range(min(len(result.all) for result in group))]
        found[key] = (geometric(result.cpu for result in group), min(each), max(each),
                      max(group, key=lambda result: result.cpu))
    return found
