// Loaded before a driver: ends the process just before its n-th step that another process or the next start can see:
// a file call, a statement that a database keeps, or a start or an end of git.
//
//   OLDHAND_KILL_STEP   the number of the step; 0 lets it run to its end
//   OLDHAND_STEPS_FILE  gets a line for each step
//
// Steps count only after the driver printed its first line.
const fs = require("node:fs");
const childProcess = require("node:child_process");
const { syncBuiltinESMExports } = require("node:module");
const { DatabaseSync, StatementSync } = require("node:sqlite");

const nth = Number(process.env.OLDHAND_KILL_STEP);
const { writeSync } = fs;
const steps = fs.openSync(process.env.OLDHAND_STEPS_FILE, "a");
let isArmed = false;
let seen = 0;

function step(what) {
  if (!isArmed) return;
  seen += 1;
  writeSync(steps, `${seen} ${what}\n`);
  if (seen === nth) process.kill(process.pid, "SIGKILL");
}

fs.writeSync = (fd, ...rest) => {
  if (fd > 2) step(`write ${fd}`);
  const written = writeSync(fd, ...rest);
  if (fd === 1) isArmed = true;
  return written;
};

for (const name of [
  "renameSync",
  "unlinkSync",
  "rmSync",
  "writeFileSync",
  "linkSync",
  "truncateSync",
  "ftruncateSync",
]) {
  const real = fs[name];
  fs[name] = (...args) => {
    step(`${name} ${args.filter((arg) => typeof arg === "string").join(" ")}`);
    return real(...args);
  };
}

const { spawn } = childProcess;
childProcess.spawn = (program, args, ...rest) => {
  const act = args.find((arg) => /^[a-z-]+$/.test(arg) && arg.length > 2 && !arg.startsWith("-"));
  step(`start ${program} ${act}`);
  const child = spawn(program, args, ...rest);
  // It goes on without its parent, as it does when a person ends the terminal.
  step(`started ${program} ${act}`);
  return child;
};

const databases = new WeakMap();
const { prepare, exec } = DatabaseSync.prototype;
const { run } = StatementSync.prototype;
DatabaseSync.prototype.prepare = function (sql) {
  const statement = prepare.call(this, sql);
  databases.set(statement, this);
  return statement;
};
DatabaseSync.prototype.exec = function (sql) {
  if (/^COMMIT/.test(sql)) step("commit a transaction");
  return exec.call(this, sql);
};
StatementSync.prototype.run = function (...args) {
  if (databases.get(this)?.isTransaction === false) step(`run ${this.sourceSQL.slice(0, 60)}`);
  return run.apply(this, args);
};
syncBuiltinESMExports();
