// `npm test`: gets a checkout ready, builds, and runs the tests; scripts/run-tests.ts says what it takes.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { ensureReady, environmentWith, root } from "./setup.mjs";

const { node, leftOut } = await ensureReady({ forTests: true });
const env = { ...environmentWith(node), OLDHAND_LEFT_OUT: leftOut.join(",") };

const build = run("build.ts", []);
// The tests run all the same: most need no build, and a broken one is no reason to hide what else is broken.
const tests = run("run-tests.ts", process.argv.slice(2));
process.exitCode = build === 0 ? tests : 1;

function run(script, args) {
  return spawnSync(node, [join(root, "scripts", script), ...args], { cwd: root, stdio: "inherit", env }).status ?? 1;
}
