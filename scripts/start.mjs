// `npm start`: gets a checkout ready, builds when sources are newer than the build, and runs the program.
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

// In the user's directory, not in the checkout: the program's answers depend on it.
const cwd = process.env.INIT_CWD ?? process.cwd();
const oldhand = join(root, "dist", "oldhand.cjs");
/** @type {import("node:child_process").ChildProcess | undefined} */
let running;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, () => {
    // A terminal sends Ctrl-C to the program itself; passing it on as well would make it two.
    if (signal !== "SIGINT" || !process.stdin.isTTY) running?.kill(signal);
  });
}

const wanted = process.argv.slice(2);
if (wanted.length > 0) process.exitCode = await oldhandWith(wanted);
else process.exitCode = (await oldhandWith(["setup", "--yes"])) || (await oldhandWith(lastly()));

/** Without words it learns from what this machine's shells and agents kept, shows what it found, and opens the page. */
function lastly() {
  const hasPage = spawnSync(node, [oldhand, "help", "ui"], { ...options, cwd, stdio: "ignore" }).status === 0;
  if (!hasPage) return [];
  return process.stdin.isTTY ? ["ui"] : ["ui", "--no-open"];
}

/** @param {string[]} words @returns {Promise<number>} */
function oldhandWith(words) {
  return new Promise((resolve) => {
    running = spawn(node, [oldhand, ...words], { ...options, cwd });
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

/** Directories count too: a file that was removed changes nothing else. */
function newest(path) {
  const { mtimeMs } = statSync(path);
  if (!statSync(path).isDirectory()) return mtimeMs;
  return Math.max(mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}
