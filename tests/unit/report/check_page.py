#!/usr/bin/env python3
"""Renders the HTML report in headless Chromium, 1280 and 400 pixels wide, light and dark, and checks what a
reader would see: no sideways scrolling, verdict and title there, no script of the program's, no network.

usage: check_page.py UNIT_TEST_BINARY [SCREENSHOT_DIRECTORY]
Exit status 77 when there is no Chromium.
"""
import html
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

from chromium import browser

# Runs in a copy of the page only; says what the layout came to in the title, which --dump-dom prints.
PROBE = """<script>addEventListener("load", () => {
  const root = document.documentElement, style = getComputedStyle(document.body);
  const seen = selector => { const e = document.querySelector(selector);
    return !!e && e.getBoundingClientRect().width > 0 && e.getBoundingClientRect().height > 0; };
  const wide = [...document.querySelectorAll("body *")].filter(e =>
    e.getBoundingClientRect().right > innerWidth + 1).map(e => e.tagName + "." + e.getAttribute("class"));
  root.setAttribute("data-probe", JSON.stringify({ scroll: root.scrollWidth, inner: innerWidth, wide: wide.slice(0, 5),
    heading: seen("h1"), verdict: seen(".verdict strong"), chart: seen("figure svg"), evil: !!window.evil,
    background: style.backgroundColor, ink: style.color,
    loads: performance.getEntriesByType("resource").map(e => e.name) })); });</script>"""


def pages(binary, directory):
    subprocess.run([binary, "--gtest_filter=Html.WritesExamplesForThePageCheck"],
                   env={**os.environ, "ISL_REPORT_EXAMPLES": directory}, check=True, stdout=subprocess.DEVNULL)
    return sorted(pathlib.Path(directory).glob("*.html"))


def run(chromium, profile, scheme, width, url, *arguments):
    return subprocess.run(
        [chromium, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--enable-logging=stderr",
         "--user-data-dir=" + profile, "--host-resolver-rules=MAP * ~NOTFOUND",
         "--blink-settings=preferredColorScheme=%d" % scheme, "--window-size=%d,1600" % width,
         *arguments, url], capture_output=True, text=True, timeout=120)


def luminance(colour):
    parts = [int(n) / 255 for n in re.findall(r"\d+", colour)[:3]]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def problems(probe, width, dark):
    if probe["inner"] > width or probe["scroll"] > probe["inner"]:
        yield "scrolls sideways: %(scroll)d in %(inner)d pixels, too wide: %(wide)s" % probe
    for part in ("heading", "verdict", "chart"):
        if not probe[part]:
            yield "no visible " + part
    if probe["evil"]:
        yield "a string of the program ran as a script"
    if probe["loads"]:
        yield "loads %s" % probe["loads"]
    back, ink = luminance(probe["background"]), luminance(probe["ink"])
    if (back < ink) != dark:
        yield "background %(background)s does not follow the colour scheme" % probe
    if (max(back, ink) + 0.05) / (min(back, ink) + 0.05) < 7:
        yield "contrast of %(ink)s on %(background)s is below 7" % probe


def check(chromium, page, directory, width, dark, shots):
    scheme = 0 if dark else 1
    name = "%s %d %s" % (page.stem, width, "dark" if dark else "light")
    text = page.read_text(encoding="utf-8")
    # Chromium has a least window width of 500: a frame is as narrow as it is told to be.
    probed, frame = page.with_suffix(".probe.htm"), page.with_suffix(".frame.htm")
    policy = re.search(r'<meta http-equiv="Content-Security-Policy"[^>]*>', text)
    found = [] if policy else ["no content security policy"]
    # The copy goes without the policy: only then would a hostile string run, if it could.
    probed.write_text(re.sub(r'<meta http-equiv="Content-Security-Policy"[^>]*>', lambda _: PROBE, text, count=1), encoding="utf-8")
    frame.write_text('<body style="margin:0"><iframe style="border:0;width:%dpx;height:1600px" srcdoc="%s"></iframe>'
                     '<script>addEventListener("load", () => setTimeout(() => document.body.setAttribute("data-out", '
                     'frames[0].document.documentElement.getAttribute("data-probe")), 200));</script>'
                     % (width, html.escape(probed.read_text(encoding="utf-8"))), encoding="utf-8")
    result = run(chromium, directory + "/profile", scheme, 1300, frame.as_uri(), "--virtual-time-budget=3000", "--dump-dom")
    out = re.search(r'data-out="([^"]*)"', result.stdout)
    if not out:
        return ["%s: the page was not measured\n%s" % (name, result.stderr[-2000:])]
    found += problems(json.loads(html.unescape(out.group(1))), width, dark)
    plain = run(chromium, directory + "/profile", scheme, width, page.as_uri(), "--screenshot=%s/%s.png" %
                (shots or directory, name.replace(" ", "-")))
    found += re.findall(r".*CONSOLE.*", result.stderr + plain.stderr)
    return ["%s: %s" % (name, each) for each in found]


def main(binary, shots=None):
    chromium = browser()
    if not chromium:
        print("SKIPPED: no chromium (apt-get install chromium-headless-shell); the page was not rendered")
        return 77
    failures = []
    with tempfile.TemporaryDirectory() as directory:
        written = pages(binary, directory)
        if [page.stem for page in written] != ["full", "hostile", "large"]:
            failures.append("the unit test wrote %s" % written)
        for page in written:
            for width in (1280, 400):
                for dark in (False, True):
                    failures += check(chromium, page, directory, width, dark, shots)
    print("\n".join(failures) or "4 renderings of 3 pages are as they should be")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
