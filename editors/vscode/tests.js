// Programs with comments for `isl test`, as items of the editor's test view.
"use strict";

const { execFile } = require("child_process");
const path = require("path");
const vscode = require("vscode");

const unescape = (text) =>
  text.replace(/&lt;/g, "<").replace(/&gt;/g, ">").replace(/&quot;/g, '"').replace(/&amp;/g, "&");

// What `isl test --format junit` says: the runs of each program, with the failures of each run.
function readJunit(xml) {
  const runs = [];
  for (const [, head, body] of xml.matchAll(/<testcase ([^>]*)>([\s\S]*?)<\/testcase>/g)) {
    const failures = [];
    for (const [, , message, text] of body.matchAll(
      /<failure type="([^"]*)" message="([^"]*)"(?:\/>|>([\s\S]*?)<\/failure>)/g
    )) {
      const place = /:(\d+):(\d+): /.exec(text ? unescape(text) : "");
      failures.push({
        message: unescape(message),
        line: place ? Number(place[1]) : 1,
        column: place ? Number(place[2]) : 1,
      });
    }
    runs.push({ name: unescape(/ name="([^"]*)"/.exec(` ${head}`)[1]), failures });
  }
  return runs;
}

function messagesOf(runs, uri) {
  const out = [];
  for (const run of runs) {
    for (const failure of run.failures) {
      const message = new vscode.TestMessage(`${run.name}: ${failure.message}`);
      const at = new vscode.Position(failure.line - 1, failure.column - 1);
      message.location = new vscode.Location(uri, at);
      out.push(message);
    }
  }
  return out;
}

function runProgram(item, token) {
  const command = vscode.workspace.getConfiguration("isl").get("isl") || "isl";
  const file = item.uri.fsPath;
  return new Promise((resolve) => {
    const child = execFile(
      command,
      ["test", "--format", "junit", file],
      { cwd: path.dirname(file), maxBuffer: 1 << 26 },
      (error, stdout, stderr) => {
        // 1 says that something is not as the comments say; anything else is no answer.
        const answered = !error || error.code === 1;
        resolve(answered ? { runs: readJunit(stdout) } : { wrong: stderr || String(error) });
      }
    );
    token.onCancellationRequested(() => child.kill());
  });
}

// Puts the programs of the workspace into a controller and keeps them up to date. Gives what is to be disposed of, and
// a promise of the first list.
function activateTests() {
  const controller = vscode.tests.createTestController("isl", "ISL specs");
  const look = async (uri) => {
    const text = Buffer.from(await vscode.workspace.fs.readFile(uri)).toString();
    const head = /^.*\/\/ *isl-test: *(\S+)/m.exec(text);
    if (!head) {
      controller.items.delete(uri.toString());
      return;
    }
    const item = controller.createTestItem(uri.toString(), path.basename(uri.fsPath), uri);
    item.description = head[1];
    const line = text.slice(0, head.index).split("\n").length - 1;
    item.range = new vscode.Range(line, 0, line, head[0].length);
    controller.items.add(item);
  };
  const lookAll = async () => {
    for (const uri of await vscode.workspace.findFiles("**/*.java", "**/{build,target,out}/**"))
      await look(uri);
  };
  controller.createRunProfile(
    "Run",
    vscode.TestRunProfileKind.Run,
    async (request, token) => {
      const run = controller.createTestRun(request);
      const all = [];
      controller.items.forEach((item) => all.push(item));
      for (const item of request.include || all) {
        if (token.isCancellationRequested) break;
        run.started(item);
        const { runs, wrong } = await runProgram(item, token);
        const messages = wrong ? [new vscode.TestMessage(wrong)] : messagesOf(runs, item.uri);
        if (messages.length > 0) run.failed(item, messages);
        else run.passed(item);
      }
      run.end();
    },
    true
  );
  controller.resolveHandler = lookAll;
  const saved = vscode.workspace.onDidSaveTextDocument((document) => {
    if (document.fileName.endsWith(".java")) look(document.uri);
  });
  return { disposables: [controller, saved], listed: lookAll() };
}

module.exports = { activateTests, readJunit };
