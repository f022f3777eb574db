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
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", sans-serif; }
main { max-width: 70rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.4rem; margin: 0; } h2 { font-size: 1.2rem; margin: 2rem 0 .5rem; }
h3 { font-size: 1.05rem; margin: 0 0 .25rem; } p { margin: .25rem 0; }
code { font: .9em/1.4 ui-monospace, Menlo, Consolas, monospace; }
code, h2, h3, dd, li, p { overflow-wrap: anywhere; }
.quiet { color: var(--quiet); }
.verdict { border-left: .4rem solid var(--open); background: var(--box); padding: .75rem 1rem; margin: 1rem 0; }
.verdict h2 { margin: 0; } .verdict strong { color: var(--open); } .numbers { font-size: 1.1rem; }
.fail { border-color: var(--fail); } .fail strong { color: var(--fail); }
.pass { border-color: var(--pass); } .pass strong { color: var(--pass); }
figure { margin: 1rem 0; } figcaption { color: var(--quiet); font-size: .9rem; }
svg { display: block; width: 100%; height: auto; color: var(--ink); }
svg text { fill: var(--quiet); font-size: 13px; } svg .axis { stroke: var(--line); }
svg .limit { stroke: var(--fail); stroke-dasharray: 6 4; }
svg polyline { fill: none; stroke-width: 2; }
.s0 { stroke: var(--s0); } .s1 { stroke: var(--s1); } .s2 { stroke: var(--s2); } .s3 { stroke: var(--s3); }
.key { display: inline-block; margin-right: 1rem; }
.key svg { display: inline-block; width: 24px; height: 10px; }
svg.spark { width: 12rem; max-width: 100%; }
article { border: 1px solid var(--line); border-radius: .4rem; padding: .75rem 1rem; margin: .75rem 0; }
dl { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(15rem, 100%), 1fr)); gap: .25rem 1rem; margin: .5rem 0; }
dt { color: var(--quiet); font-size: .85rem; } dd { margin: 0; }
summary { cursor: pointer; } meter { width: 6rem; vertical-align: middle; }
ol.path { list-style: none; margin: .25rem 0 .5rem; padding: 0 0 0 .5rem; border-left: 2px solid var(--line); }
ol.path li { padding-left: .5rem; }
)css";

}  // namespace isl::report
