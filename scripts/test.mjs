// `npm test`: prepares the checkout, builds, and runs the tests; see scripts/run-tests.ts for the arguments.
import { spawnSync } from "node:child_process";
import { join, relative, resolve } from "node:path";
import { ensureAgents } from "./agents.mjs";
import { ensureReady, environmentWith, root } from "./setup.mjs";

const args = process.argv.slice(2);
const { node, leftOut } = await ensureReady({ forTests: args.includes("--quick") ? "quick" : "all" });
const env = environmentWith(node);

// Downloaded while the build runs.
const agents = startsAgents() ? ensureAgents() : [];
const build = run("build.ts", []);
env.OLDHAND_LEFT_OUT = [...leftOut, ...(await agents)].join(",");
// The tests run even if the build failed: most do not need it.
const tests = run("run-tests.ts", args);
process.exitCode = build === 0 ? tests : 1;

// The agents are large, so they are only downloaded for a run that starts them.
function startsAgents() {
  if (args.includes("--quick")) return false;
  const paths = args.filter((arg) => !arg.startsWith("-")).map((arg) => `${relative(root, resolve(arg))}/`);
  const theirs = "test/e2e/agents/";
  return paths.length === 0 || paths.some((path) => path.startsWith(theirs) || theirs.startsWith(path));
}

function run(script, args) {
  return spawnSync(node, [join(root, "scripts", script), ...args], { cwd: root, stdio: "inherit", env }).status ?? 1;
}
