// Downloads the coding agents that tests start into .cache/agents. Plain JavaScript, because it runs on any Node from 20 on.
//
// npm checks each package against the checksum of the registry; no install script runs. scripts/agents.json pins the
// versions. Without the registry, or on a platform without packages, it prints which tests are skipped and does not fail.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
export const agentsDir = join(root, ".cache", "agents");
const wanted = JSON.parse(readFileSync(new URL("agents.json", import.meta.url), "utf8"));

// A registry that does not answer must not hold up the tests.
const fetchTimeoutMs = 20_000;
const longestMs = 240_000;

/**
 * Downloads the missing agents at the same time and returns those that are still missing.
 * @returns {Promise<string[]>}
 */
export async function ensureAgents() {
  const missing = Object.keys(wanted).filter((name) => !isHere(name));
  if (missing.length === 0) return [];
  if (`${process.platform}-${process.arch}` !== "linux-x64") {
    say(`the agents are only packaged for linux-x64; skipping ${skippedTests(missing)}`);
    return missing;
  }
  say(`downloading ${missing.join(", ")} (about 420 MB, only once; 1.1 GB unpacked)`);
  mkdirSync(agentsDir, { recursive: true });
  await Promise.all(missing.map(fetchAgent));
  const still = missing.filter((name) => !isHere(name));
  if (still.length > 0) say(`the npm registry did not deliver ${still.join(", ")}; skipping ${skippedTests(still)}`);
  return still;
}

/**
 * The path of the program inside its package in the cache.
 * @param {string} name
 */
function programOf(name) {
  const { package: packageName, version, binary } = wanted[name];
  return join(agentsDir, `${name}-${version}`, "node_modules", ...packageName.split("/"), ...binary.split("/"));
}

/** @param {string} name */
function isHere(name) {
  return existsSync(programOf(name));
}

/**
 * Downloads into a temporary folder and moves it when it is complete, so that an interrupted download is not used.
 * @param {string} name
 */
async function fetchAgent(name) {
  const { package: packageName, version } = wanted[name];
  const place = join(agentsDir, `${name}-${version}`);
  const draft = `${place}.${process.pid}`;
  mkdirSync(draft, { recursive: true });
  // Without a manifest here, npm would use the one of a parent folder.
  writeFileSync(join(draft, "package.json"), "{}\n");
  const why = await npm(["install", "--prefix", draft, "--no-save", `${packageName}@${version}`]);
  if (why !== "") say(`${name}: ${why}`);
  // Another run may have downloaded it meanwhile and be using it.
  else if (!isHere(name)) renameSync(draft, place);
  rmSync(draft, { recursive: true, force: true });
}

/**
 * Runs npm and returns its first error, or an empty string if it succeeded.
 * @param {string[]} args
 * @returns {Promise<string>}
 */
function npm(args) {
  const quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline", "--loglevel=error"];
  const patience = ["--fetch-retries=1", "--fetch-retry-mintimeout=1000", `--fetch-timeout=${fetchTimeoutMs}`];
  const path = (process.env.PATH ?? "").split(delimiter).filter((dir) => !dir.includes("node_modules"));
  return new Promise((resolve) => {
    const child = spawn("npm", [...args, ...quiet, ...patience], {
      cwd: agentsDir,
      stdio: ["ignore", "ignore", "pipe"],
      env: { ...process.env, PATH: path.join(delimiter) },
      timeout: longestMs,
    });
    let complaint = "";
    child.stderr.setEncoding("utf8").on("data", (text) => {
      complaint += text;
    });
    child.on("error", (error) => resolve(error.message));
    child.on("close", (status) => resolve(status === 0 ? "" : firstLine(complaint) || `npm exited with ${status}`));
  });
}

/** @param {string} text */
function firstLine(text) {
  return text.split("\n").find((line) => /^npm error (?!code|syscall|errno)/.test(line)) ?? text.split("\n")[0];
}

/** @param {string[]} names */
function skippedTests(names) {
  return names.map((name) => `tests that start ${name}`).join(", ");
}

/** @param {string} line */
function say(line) {
  process.stderr.write(`oldhand setup: ${line}\n`);
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) await ensureAgents();
