// Fetches the coding agents that tests start, into .cache/agents; plain JavaScript, because it runs on any Node from 20 on.
//
// npm checks each package against the checksum that the registry names for it; no install script runs. scripts/agents.json
// pins the versions. Without the registry, or on a platform that has no packages, what is left out is said and nothing fails.
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
 * Fetches what is missing, all at once, and names the agents that are missing still.
 * @returns {Promise<string[]>}
 */
export async function ensureAgents() {
  const missing = Object.keys(wanted).filter((name) => !isHere(name));
  if (missing.length === 0) return [];
  if (`${process.platform}-${process.arch}` !== "linux-x64") {
    say(`there are packages for linux-x64 alone; left out: ${leftOutBy(missing)}`);
    return missing;
  }
  say(`fetching ${missing.join(", ")} (about 420 MB once, 1.1 GB unpacked)`);
  mkdirSync(agentsDir, { recursive: true });
  await Promise.all(missing.map(fetchAgent));
  const still = missing.filter((name) => !isHere(name));
  if (still.length > 0) say(`not to be had from the npm registry; left out: ${leftOutBy(still)}`);
  return still;
}

/**
 * The program inside its package, as it lies in the cache.
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
 * Beside its place first, and moved there when it is whole: so a torn download counts as none.
 * @param {string} name
 */
async function fetchAgent(name) {
  const { package: packageName, version } = wanted[name];
  const place = join(agentsDir, `${name}-${version}`);
  const draft = `${place}.${process.pid}`;
  mkdirSync(draft, { recursive: true });
  // A folder without a manifest is no project, and npm would look for one further up.
  writeFileSync(join(draft, "package.json"), "{}\n");
  const why = await npm(["install", "--prefix", draft, "--no-save", `${packageName}@${version}`]);
  if (why !== "") say(`${name}: ${why}`);
  // Another run may have brought it meanwhile, and be using it.
  else if (!isHere(name)) renameSync(draft, place);
  rmSync(draft, { recursive: true, force: true });
}

/**
 * Runs npm and gives the first thing it complained of, or nothing where all went well.
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
    child.on("close", (status) => resolve(status === 0 ? "" : firstLine(complaint) || `npm ended with ${status}`));
  });
}

/** @param {string} text */
function firstLine(text) {
  return text.split("\n").find((line) => /^npm error (?!code|syscall|errno)/.test(line)) ?? text.split("\n")[0];
}

/** @param {string[]} names */
function leftOutBy(names) {
  return names.map((name) => `tests that start ${name}`).join(", ");
}

/** @param {string} line */
function say(line) {
  process.stderr.write(`oldhand set-up: ${line}\n`);
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) await ensureAgents();
