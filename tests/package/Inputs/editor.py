"""Looks at the extension in VS Code's window: editor.py ADDRESS FOLDER PROFILE"""
import pathlib
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "unit" / "report"))
import chromium  # noqa: E402

ROWS = "[...document.querySelectorAll('.test-explorer .monaco-list-row')].map(e => e.ariaLabel).join('|')"
LENSES = "[...document.querySelectorAll('.codelens-decoration')].map(e => e.textContent).join('|')"
PROBLEMS = "(document.querySelector('[id=\"status.problems\"] a') || {}).ariaLabel || ''"
RUN = ("(() => { const b = document.querySelector('.sidebar [aria-label=\"Run Tests\"]'); if (b) b.click(); "
       "return b ? 'clicked' : ''; })()")


def expect(page, what, expression, wanted, seconds=30):
    end, got = time.monotonic() + seconds, None
    while time.monotonic() < end:
        got = page.ask(expression)
        if got and wanted in got:
            print("%s: %s" % (what, got))
            return
        time.sleep(0.5)
    sys.exit("FAILED: %s: %r instead of %r" % (what, got, wanted))


def show(page, address, folder, file):
    host = address.split("//")[1]
    page.call("Page.navigate", url='%s/?folder=%s&payload=[["openFile","vscode-remote://%s%s/%s"]]'
              % (address, folder, host, folder, file))


def main(address, folder, profile):
    program = chromium.browser()
    if program is None:
        print("SKIPPED: Chromium is not installed", file=sys.stderr)
        sys.exit(77)
    time.sleep(5)  # the server starts
    with chromium.Page(program, profile) as page:
        show(page, address, folder, "leak.isl")
        expect(page, "lenses", LENSES, "deferred: an access leaves a mark", 60)
        expect(page, "view of tests", "(() => { const e = document.querySelector('[aria-label^=\"Testing\"]'); "
               "if (e) e.click(); return e ? 'shown' : ''; })()", "shown")
        expect(page, "tests", ROWS, "kept (Not yet run)")
        expect(page, "run", RUN, "clicked")
        expect(page, "tests", ROWS, "kept (Passed)", 60)
        show(page, address, folder, "wrong.isl")
        expect(page, "problems", PROBLEMS, "Errors: 1", 60)
    print("editor: all as expected")


main(*sys.argv[1:])
