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
const wanted = process.argv.slice(2);
// Without words it does the main job: learns from what this machine's shells and agents kept, then shows what it found.
if (wanted.length === 0) {
  for (const words of [["history", "import"], ["learn"]]) spawnSync(node, [oldhand, ...words], { ...options, cwd });
}
const program = spawn(node, [oldhand, ...wanted], { ...options, cwd });

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, () => {
    // A terminal sends Ctrl-C to the program itself; passing it on as well would make it two.
    if (signal !== "SIGINT" || !process.stdin.isTTY) program.kill(signal);
  });
}
program.on("exit", (code, signal) => {
  process.exitCode = signal ? 128 + constants.signals[signal] : code;
});

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
