// The test items of the VS Code extension against the real `isl`, with the part of VS Code's interface that they use.
// usage: vscode_tests.js EXTENSION-FOLDER ISL PROGRAM...
"use strict";
const fs = require("fs");
const Module = require("module");
const [folder, isl, ...programs] = process.argv.slice(2);

const items = new Map();
const log = (...words) => console.log(words.join(" "));
let runAll;
const uri = (file) => ({ fsPath: file, toString: () => file });
const vscode = {
  TestMessage: class { constructor(message) { this.message = message; } },
  Position: class { constructor(line, character) { this.line = line; this.character = character; } },
  Range: class { constructor(line, character) { this.line = line; this.character = character; } },
  Location: class { constructor(at, position) { this.uri = at; this.position = position; } },
  TestRunProfileKind: { Run: 1 },
  workspace: {
    getConfiguration: () => ({ get: () => isl }),
    fs: { readFile: async (at) => fs.readFileSync(at.fsPath) },
    findFiles: async () => programs.map(uri),
    onDidSaveTextDocument: () => ({}),
  },
  tests: {
    createTestController: () => ({
      items: { add: (item) => items.set(item.id, item), delete: (id) => items.delete(id),
               forEach: (call) => items.forEach((item) => call(item)) },
      createTestItem: (id, label, at) => ({ id, label, uri: at }),
      createRunProfile: (name, kind, handler) => { runAll = handler; },
      createTestRun: () => ({
        started: (item) => log("started", item.label, item.description),
        passed: (item) => log("passed", item.label),
        failed: (item, messages) => messages.forEach((each) =>
          log("failed", item.label, each.location ? each.location.position.line + 1 : "-", each.message)),
        end: () => log("end"),
      }),
    }),
  },
};
const load = Module._load;
Module._load = (name, ...rest) => (name === "vscode" ? vscode : load(name, ...rest));

(async () => {
  await require(`${folder}/tests.js`).activateTests().listed;
  await runAll({}, { isCancellationRequested: false, onCancellationRequested: () => {} });
})();
