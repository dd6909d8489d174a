// `npm start`: prepares the checkout, builds if the sources are newer than the build, and runs the program.
import { spawn, spawnSync } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { constants } from "node:os";
import { join } from "node:path";
import { ensureReady, environmentWith, root } from "./setup.mjs";

const { node } = await ensureReady();
const options = { stdio: "inherit", env: environmentWith(node) };

if (buildIsOld()) {
  const build = spawnSync(node, [join(root, "scripts", "build.ts")], { ...options, cwd: root });
  if (build.status !== 0) process.exit(1);
}

// In the user's directory, not in the checkout: the answers depend on it.
const cwd = process.env.INIT_CWD ?? process.cwd();
const oldhand = join(root, "dist", "oldhand.cjs");
/** @type {import("node:child_process").ChildProcess | undefined} */
let running;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, () => {
    // A terminal sends Ctrl-C to the program itself; forwarding it would send it twice.
    if (signal !== "SIGINT" || !process.stdin.isTTY) running?.kill(signal);
  });
}

const wanted = process.argv.slice(2);
if (wanted.length > 0) process.exitCode = await oldhandWith(wanted);
else process.exitCode = (await oldhandWith(["setup", "--yes"])) || (await oldhandWith(uiCommand()));

/** Without arguments, setup imports from this machine's shells and agents and shows the result; then the page opens. */
function uiCommand() {
  const hasPage = spawnSync(node, [oldhand, "help", "ui"], { ...options, cwd, stdio: "ignore" }).status === 0;
  if (!hasPage) return [];
  return process.stdin.isTTY ? ["ui"] : ["ui", "--no-open"];
}

/** @param {string[]} args @returns {Promise<number>} */
function oldhandWith(args) {
  return new Promise((resolve) => {
    running = spawn(node, [oldhand, ...args], { ...options, cwd });
    running.on("error", () => resolve(1));
    running.on("exit", (code, signal) => resolve(signal ? 128 + constants.signals[signal] : (code ?? 1)));
  });
}

function buildIsOld() {
  const built = statSync(join(root, "dist", "oldhand.cjs"), { throwIfNoEntry: false });
  if (!built) return true;
  return ["src", "scripts/build.ts", "package.json", "package-lock.json"].some(
    (path) => newest(join(root, path)) > built.mtimeMs,
  );
}

/** Includes directories: deleting a file only changes the time of its directory. */
function newest(path) {
  const { mtimeMs } = statSync(path);
  if (!statSync(path).isDirectory()) return mtimeMs;
  return Math.max(mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}
