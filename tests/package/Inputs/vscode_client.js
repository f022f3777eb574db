// The extension for VS Code, as it is packed, with its real client against the real `islc --lsp`, and with the part of
// VS Code's interface that they use. Everything else of the interface does nothing.
// usage: vscode_client.js EXTENSION-FOLDER ISLC SPEC LINE CHARACTER
"use strict";
const fs = require("fs");
const Module = require("module");
const [folder, islc, spec, line, character] = process.argv.slice(2);

const disposable = () => ({ dispose: () => {} });
class Position { constructor(l, c) { this.line = l; this.character = c; } }
class Range { constructor(start, end) { this.start = start; this.end = end; } }
class Disposable {
  dispose() {}
  static from() { return new Disposable(); }
}
class Uri {
  constructor(file) { this.scheme = "file"; this.fsPath = file; this.path = file; }
  toString() { return `file://${this.path}`; }
  static parse(text) { return new Uri(text.replace("file://", "")); }
  static file(file) { return new Uri(file); }
}
const text = fs.readFileSync(spec, "utf8");
const document = {
  uri: new Uri(spec), fileName: spec, languageId: "isl", version: 1, isClosed: false, lineCount: text.split("\n").length,
  getText: () => text,
};
// What the extension registers, by the name of the function.
const providers = {};
let said;
const diagnostics = new Promise((resolve) => { said = resolve; });
const collection = {
  set: (uri, list) => said(list), delete: () => {}, clear: () => {}, dispose: () => {}, forEach: () => {}, has: () => false,
};
// A namespace: what is not given is a class, when its name begins so, or a function that gives something to dispose of.
const space = (given) =>
  new Proxy(given, {
    get: (all, name) => {
      if (name in all || typeof name === "symbol") return all[name];
      if (/^[A-Z]/.test(name)) return (all[name] = class { constructor(...fields) { this.fields = fields; } });
      if (/^register/.test(name)) return (all[name] = (...given) => { providers[name] = given; return disposable(); });
      return (all[name] = disposable);
    },
  });
const settings = { islc, isl: "isl", classpath: [], strict: false, perf: false, defines: {} };
const configuration = { ...settings, get: (name) => settings[name], inspect: () => undefined, has: () => true };
const channel = { append: process.stderr.write.bind(process.stderr), appendLine: console.error, show: () => {}, dispose: () => {} };
const kind = (value) => ({ value, append: (more) => kind(`${value}.${more}`) });
const vscode = space({
  CodeActionKind: new Proxy({}, { get: (_, name) => kind(name) }),
  version: "1.90.0", Position, Range, Uri, Disposable,
  CancellationTokenSource: class { constructor() { this.token = { isCancellationRequested: false, onCancellationRequested: disposable }; } dispose() {} },
  EventEmitter: class { constructor() { this.event = disposable; } fire() {} dispose() {} },
  env: space({ appName: "test", language: "en", machineId: "test" }),
  window: space({ createOutputChannel: () => channel, showErrorMessage: async () => {}, activeTextEditor: undefined, visibleTextEditors: [],
                  tabGroups: { all: [], onDidChangeTabs: disposable, onDidChangeTabGroups: disposable } }),
  workspace: space({
    textDocuments: [document], notebookDocuments: [], workspaceFolders: undefined, findFiles: async () => { throw new Error("no search"); },
    getConfiguration: () => configuration, fs: space({}), getWorkspaceFolder: () => undefined,
  }),
  commands: space({}),
  languages: space({ createDiagnosticCollection: () => collection, match: () => 10 }),
  tests: space({ createTestController: () => ({ items: new Map(), createRunProfile: disposable, dispose: () => {} }) }),
});
const load = Module._load;
Module._load = (name, ...rest) => (name === "vscode" ? vscode : load(name, ...rest));

(async () => {
  const extension = require(`${folder}/extension.js`);
  await extension.activate({ subscriptions: [] });
  for (const each of await diagnostics) console.log("diagnostic", JSON.stringify(each.fields));
  const [, hover] = providers.registerHoverProvider;
  const token = new vscode.CancellationTokenSource().token;
  const shown = await hover.provideHover(document, new Position(Number(line), Number(character)), token);
  console.log("hover", shown.fields[0].fields[0].split("\n").join(" "));
  console.log("providers", Object.keys(providers).sort().join(" "));
  await extension.deactivate();
  console.log("stopped");
})().catch((error) => { console.error(error); process.exit(1); });
