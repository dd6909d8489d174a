#!/usr/bin/env node
// Starts oldhand. Written in old JavaScript, so that an old Node can parse it and print the error below.
var version = process.versions.node.split(".").map(Number);
var isHook = process.argv[2] === "hook";

if (version[0] < 22 || (version[0] === 22 && version[1] < 23)) {
  process.stderr.write(
    "oldhand needs Node 22.23 or later; this is " + process.versions.node + " at " + process.execPath + ".\n",
  );
  // A hook never makes its host fail.
  process.exit(isHook ? 0 : 1);
}

// Node 22 prints a warning that SQLite is experimental at every start; oldhand is tested with it, and users cannot act on it.
var emitWarning = process.emitWarning;
process.emitWarning = function (warning, type) {
  if (type === "ExperimentalWarning" && /^SQLite /.test(warning)) return;
  emitWarning.apply(process, arguments);
};

var load = require;
try {
  load = require("./chunks/kept-code.cjs").quickRequire(__dirname, require);
} catch (_missing) {
  // Node loads the same files without it, only slower.
}

if (isHook) {
  try {
    load("./hook.cjs");
  } catch (error) {
    process.stderr.write("oldhand hook: " + error + "\n");
    process.exitCode = 0;
  }
} else {
  load("./bin.cjs");
}
