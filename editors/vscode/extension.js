// The client of `islc --lsp`. Everything but the window that shows a plan is the server's.
"use strict";

const { window, workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

const { activateTests } = require("./tests");

let client;

function settings() {
  const { classpath, strict, perf, defines } = workspace.getConfiguration("isl");
  return { classpath, strict, perf, defines };
}

async function showPlan(result) {
  if (!result) {
    window.showInformationMessage("The spec has errors and has had no plan yet.");
    return;
  }
  const head = result.current ? "" : "# of the last text without errors\n";
  const document = await workspace.openTextDocument({ content: head + result.plan });
  await window.showTextDocument(document, { preview: true });
}

async function activate(context) {
  client = new LanguageClient(
    "isl",
    "ISL",
    { command: workspace.getConfiguration("isl").get("islc"), args: ["--lsp"] },
    {
      documentSelector: [{ language: "isl" }],
      initializationOptions: settings(),
      middleware: {
        executeCommand: async (command, args, next) => {
          const result = await next(command, args);
          if (command === "isl.showPlan") await showPlan(result);
          return result;
        },
      },
    }
  );
  workspace.onDidChangeConfiguration((event) => {
    if (!event.affectsConfiguration("isl")) return;
    client.sendNotification("workspace/didChangeConfiguration", { settings: { isl: settings() } });
  });
  // A workspace may be large, or not be searchable: the client waits for neither.
  const tests = activateTests();
  context.subscriptions.push(...tests.disposables);
  tests.listed.catch((error) => client.warn(`The tests of specs cannot be listed: ${error}`));
  await client.start();
}

function deactivate() {
  return client ? client.stop() : undefined;
}

module.exports = { activate, deactivate };
