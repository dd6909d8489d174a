// Loaded before a driver: makes the n-th call that changes a file fail, or ends the process there.
//
//   OLDHAND_SHIM  {"calls": ["fsyncSync"], "path": "/.tmp/", "nth": 3, "does": "EIO", "armedBy": "ack"}
//
// `does` is an error's name or "kill"; `armedBy: "ack"` counts only after the driver printed its first line.
const fs = require("node:fs");

const { calls, path: part = "", nth, does, armedBy } = JSON.parse(process.env.OLDHAND_SHIM);
const numbers = { ENOSPC: -28, EIO: -5, EROFS: -30 };
const paths = new Map();
let isArmed = armedBy === undefined;
let seen = 0;

const { openSync, writeSync } = fs;
fs.openSync = (path, flags, ...rest) => {
  const isNew = typeof flags === "number" && (flags & fs.constants.O_CREAT) !== 0;
  if (isNew) due("openSync", path);
  const fd = openSync(path, flags, ...rest);
  paths.set(fd, String(path));
  if (isNew) writeSync(2, `made ${path}\n`);
  return fd;
};

fs.writeSync = (fd, data, offset, ...rest) => {
  if (fd <= 2) {
    if (fd === 1) isArmed = true;
    return writeSync(fd, data, offset, ...rest);
  }
  if (isDue("writeSync", paths.get(fd))) {
    // A full disk accepts the bytes that still fit.
    writeSync(fd, data, offset ?? 0, Math.floor((data.length - (offset ?? 0)) / 2));
    fail("write");
  }
  return writeSync(fd, data, offset, ...rest);
};

for (const name of ["fsyncSync", "renameSync", "readSync", "unlinkSync"]) {
  const real = fs[name];
  fs[name] = (first, ...rest) => {
    due(name, typeof first === "number" ? paths.get(first) : first);
    return real(first, ...rest);
  };
}

function due(call, path) {
  if (isDue(call, path)) fail(call.replace("Sync", ""));
}

function isDue(call, path) {
  if (!isArmed || !calls.includes(call) || !String(path).includes(part)) return false;
  seen += 1;
  return seen === nth;
}

function fail(syscall) {
  if (does === "kill") process.kill(process.pid, "SIGKILL");
  throw Object.assign(new Error(`${does}: made to fail, ${syscall}`), { code: does, errno: numbers[does], syscall });
}
