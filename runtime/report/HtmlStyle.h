// The page's style sheet. Colours come in pairs for light and dark; widths are fluid from 400 px on.
#pragma once

namespace isl::report {

inline constexpr char kStyle[] = R"css(
:root { --bg: #fff; --ink: #1b1f24; --quiet: #57606a; --line: #d0d7de; --box: #f6f8fa;
  --fail: #b42318; --pass: #1a7f37; --open: #7a5a00;
  --s0: #0757ad; --s1: #b3470e; --s2: #6f42c1; --s3: #0b7285; }
@media (prefers-color-scheme: dark) {
  :root { --bg: #14181d; --ink: #e6edf3; --quiet: #9da7b1; --line: #39424c; --box: #1c2229;
    --fail: #ff8a80; --pass: #57c778; --open: #e3b341;
    --s0: #6cb6ff; --s1: #ffa368; --s2: #c8a6ff; --s3: #56d4dd; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--bg); color: var(--ink);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", sans-serif; font-variant-numeric: tabular-nums; }
body { overflow-wrap: anywhere; } .spark-row > * { min-width: 0; }
main { max-width: 70rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.4rem; margin: 0; } h2 { font-size: 1.2rem; margin: 2rem 0 .5rem; }
h3 { font-size: 1.05rem; margin: 0 0 .25rem; } p { margin: .25rem 0; }
code { font: .9em/1.4 ui-monospace, Menlo, Consolas, monospace; }

.quiet { color: var(--quiet); }
.verdict { border-left: .4rem solid var(--open); background: var(--box); padding: .75rem 1rem; margin: 1rem 0; }
.verdict h2 { margin: 0 0 .25rem; } .numbers { font-size: 1.1rem; }
.verdict strong { color: var(--bg); background: var(--open); border-radius: .25rem; padding: .05rem .5rem;
  font-size: .9em; letter-spacing: .03em; }
.fail { border-color: var(--fail); } .fail strong { background: var(--fail); }
.pass { border-color: var(--pass); } .pass strong { background: var(--pass); }
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(28rem, 100%), 1fr)); gap: .5rem 1.5rem; }
figure { margin: .5rem 0; min-width: 0; } figcaption { color: var(--quiet); font-size: .9rem; }
svg { display: block; width: 100%; height: auto; color: var(--ink); }
svg text { fill: var(--quiet); font-size: 13px; } svg .axis { stroke: var(--line); }
svg .limit { stroke: var(--fail); stroke-dasharray: 6 4; }
svg polyline { fill: none; stroke-width: 2; stroke-linejoin: round; }
svg .hover { fill: transparent; } svg .hover:hover { fill: var(--quiet); fill-opacity: .15; }
@media (max-width: 600px) { svg text { font-size: 19px; } }
.s0 { stroke: var(--s0); } .s1 { stroke: var(--s1); } .s2 { stroke: var(--s2); } .s3 { stroke: var(--s3); }
.key { display: inline-block; margin-right: 1rem; }
.key svg { display: inline-block; width: 24px; height: 10px; }
svg.spark { width: 12rem; max-width: 100%; } .spark-row { display: flex; flex-wrap: wrap; gap: .25rem 1rem; align-items: center; }
.growing { color: var(--fail); font-weight: 600; }
article { border: 1px solid var(--line); border-radius: .4rem; padding: .75rem 1rem; margin: .75rem 0; }
dl { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(15rem, 100%), 1fr)); gap: .25rem 1rem; margin: .5rem 0; }
dt { color: var(--quiet); font-size: .85rem; } dd { margin: 0; }
table { border-collapse: collapse; width: 100%; table-layout: fixed; margin-bottom: .5rem; }
th { width: 22%; } td:nth-child(2) { width: 10.5rem; } th, td { text-align: left; vertical-align: top;
  padding: .25rem .75rem .25rem 0; border-top: 1px solid var(--line); font-size: .95rem; }
@media (max-width: 600px) { th, td, td:nth-child(2) { display: block; width: auto; padding: .1rem 0; } td { border-top: 0; } }
summary { cursor: pointer; } meter { width: 6rem; vertical-align: middle; }
ol.path { list-style: none; margin: .25rem 0 .75rem; padding: 0; }
ol.path li { padding: .1rem 0 .1rem .75rem; border-left: 2px solid var(--line); margin-left: calc(var(--step, .7rem) * var(--depth, 0)); }
ol.path li:last-child { border-left-color: var(--fail); }
@media (max-width: 600px) { ol.path { --step: .25rem; } }
.d1 { --depth: 1; } .d2 { --depth: 2; } .d3 { --depth: 3; } .d4 { --depth: 4; } .d5 { --depth: 5; } .d6 { --depth: 6; }
.d7 { --depth: 7; } .d8 { --depth: 8; } .d9 { --depth: 9; } .d10 { --depth: 10; } .d11 { --depth: 11; } .d12 { --depth: 12; }

[hidden] { display: none !important; } a { color: var(--s0); } em { color: var(--fail); font-style: normal; }
:focus-visible { outline: 3px solid var(--s0); outline-offset: 2px; }
.tools { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; margin: .5rem 0; }
.tools input, .tools select, button { font: inherit; color: inherit; background: var(--box); border: 1px solid var(--quiet);
  border-radius: .3rem; padding: .2rem .5rem; max-width: 100%; } .tools label { max-width: 100%; }
button[aria-pressed=true] { border-color: var(--s0); box-shadow: inset 0 0 0 2px var(--s0); }
.finding, .site { border: 1px solid var(--line); border-left-width: .4rem; border-radius: .4rem; padding: .6rem 1rem; margin: .6rem 0; }
.finding.grows { border-left-color: var(--fail); } summary h3 { display: inline; } summary > span { display: block; }
svg.lane { width: 100%; height: 40px; } svg .mark { stroke: var(--quiet); stroke-dasharray: 2 3; }
pre { background: var(--box); padding: .5rem; overflow-x: auto; font: .85em/1.4 ui-monospace, Menlo, Consolas, monospace; }
mark { color: var(--ink); background: transparent; font-weight: 700; border-bottom: 2px solid var(--fail); }
.tree h4 { margin: .5rem 0 .25rem; font-size: .95rem; } .tree ul { list-style: none; margin: 0; padding: 0 0 0 .7rem; }
.tree ul.deep { padding-left: 0; } .tree li { position: relative; padding: .1rem .25rem; }
.tree .bar { position: absolute; left: 0; top: 0; height: 1.7em; z-index: -1; background: var(--s0); opacity: .18; border-radius: .2rem; }
.tree { position: relative; z-index: 0; } .tree .share { display: inline-block; min-width: 4em; color: var(--quiet); }
@media (max-width: 600px) { .tree ul { padding-left: .25rem; } }
.good { color: var(--pass); } .fixes th { width: auto; } .fixes td:nth-child(2) { width: auto; }
.scroll { overflow-x: auto; } .matrix { table-layout: auto; width: auto; }
.matrix th, .matrix td, .matrix td:nth-child(2), .all th, .all td, .all td:nth-child(2) { display: table-cell; width: auto;
  border-top: 1px solid var(--line); padding: .25rem .5rem; }
.matrix th { min-width: 8rem; max-width: 14rem; }
.matrix td { text-align: right; background: color-mix(in srgb, var(--fail) calc(var(--share, 0%) * .35), transparent); }
.matrix svg.spark { width: 6rem; height: 1.5rem; } .all td:first-child, .all th:first-child { width: 70%; }
)css";

}  // namespace isl::report
