// Keeps the code that V8 compiled, so that a start does not compile it again.
const fs = require("node:fs");
const { dirname, join } = require("node:path");
const vm = require("node:vm");

// A hash of all files, set by the build: V8 itself only compares the length of a source.
const BUILD = "BUILD_MARK";
const WRITING_MS = 60_000;
const RENEW_MS = 24 * 60 * 60 * 1000;
/** One run does not use all code of a command: functions that the first runs did not call are added later. */
const renewAfter = (times) => Math.min(RENEW_MS, 10_000 * 8 ** times);
const UNUSED_MS = 2 * RENEW_MS;
const WRITABLE_BY_OTHERS = 0o022;

/** A `require` for the files of this directory; Node's own before oldhand has an index, so that no file is created. */
function quickRequire(directory, nodeRequire) {
  const cache = cacheDirectory(process.env);
  const isUsed = cache !== undefined && fs.existsSync(join(cache, "index.db"));
  // Node's own setting for its compile cache applies here too.
  if (!isUsed || process.getuid === undefined || process.env.NODE_DISABLE_COMPILE_CACHE) return nodeRequire;
  const folder = join(cache, "code");
  const command = /^[a-z]{1,20}$/.test(process.argv[2] ?? "") ? process.argv[2] : "other";
  const file = join(folder, [BUILD, process.version, process.arch, command].join("-"));
  const kept = readCode(file);
  const loaded = new Map();
  process.on("exit", (code) => {
    if (code === 0 && !kept.isFresh) keepCode(file, { kept, loaded, root: directory });
  });
  return requireIn(directory, { root: directory, nodeRequire, kept, loaded, directories: new Map() });
}

/** The same place as in src/store/files/home.ts. */
function cacheDirectory({ OLDHAND_HOME, XDG_CACHE_HOME, HOME }) {
  if (OLDHAND_HOME) return OLDHAND_HOME;
  if (XDG_CACHE_HOME?.startsWith("/")) return join(XDG_CACHE_HOME, "oldhand");
  return HOME ? join(HOME, ".cache", "oldhand") : undefined;
}

/** Our own files require each other by relative names, hundreds of times at a start; Node loads everything else. */
function requireIn(directory, loading) {
  const { root, nodeRequire, kept, loaded, directories } = loading;
  const known = directories.get(directory);
  if (known !== undefined) return known;
  const named = new Map();
  const requireHere = (id) => {
    const before = named.get(id);
    if (before !== undefined) return before.exports;
    if (!id.startsWith(".")) return nodeRequire(id);
    const file = join(directory, id);
    // Named relative to the build, because the same build in another place is the same code.
    const name = file.slice(root.length + 1);
    const module = loaded.get(name) ?? { exports: {} };
    named.set(id, module);
    if (loaded.has(name)) return module.exports;
    loaded.set(name, module);
    const body = kept.bodies.get(name) ?? new vm.Script(bodyOf(file), { filename: file }).runInThisContext();
    body(module.exports, requireIn(dirname(file), loading), module, file, dirname(file));
    return module.exports;
  };
  directories.set(directory, requireHere);
  return requireHere;
}

function bodyOf(file) {
  return `(function (exports, require, module, __filename, __dirname) {${fs.readFileSync(file, "utf8")}\n})`;
}

/**
 * V8 trusts cached code, and a wrong byte crashes the process. So only a file that the user owns is read, and it holds
 * everything twice: comparing the two halves detects damage without a hash.
 */
function readCode(file) {
  try {
    const { bytes, stats } = readOwn(file);
    const half = bytes.length / 2;
    const isOurs = stats.isFile() && stats.uid === process.getuid() && (stats.mode & WRITABLE_BY_OTHERS) === 0;
    if (!isOurs || bytes.compare(bytes, half, bytes.length, 0, half) !== 0) return NOTHING;
    const from = 4 + bytes.readUInt32LE(0);
    const { names, sourceBytes, encoding, times = 0 } = JSON.parse(bytes.toString("utf8", 4, from));
    const source = bytes.toString(encoding, from, from + sourceBytes);
    const code = bytes.subarray(from + sourceBytes, half);
    const script = new vm.Script(source, { filename: file, cachedData: code.length > 0 ? code : undefined });
    const bodies = script.runInThisContext();
    const ageMs = Date.now() - stats.mtimeMs;
    return {
      script,
      source,
      times,
      bodies: new Map(names.map((name, at) => [name, bodies[at]])),
      isFresh: code.length > 0 && ageMs >= 0 && ageMs < renewAfter(times),
    };
  } catch {
    return NOTHING; // not kept yet or unreadable: V8 compiles the files
  }
}

const NOTHING = { script: undefined, source: "", times: 0, bodies: new Map(), isFresh: false };

function readOwn(file) {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = fs.constants;
  const fd = fs.openSync(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    return { stats: fs.fstatSync(fd), bytes: fs.readFileSync(fd) };
  } finally {
    fs.closeSync(fd);
  }
}

/** After a run, because V8 compiles a function when it is first called; repeated, so that it follows what is used. */
function keepCode(file, { kept, loaded, root }) {
  const folder = dirname(file);
  const temporary = join(folder, `new-${process.pid}`);
  let fd;
  try {
    // Opened first: if the folder is read-only, no code is generated.
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const name of fs.readdirSync(folder))
      if (isLeftOver(folder, name)) fs.rmSync(join(folder, name), { force: true });
    fd = fs.openSync(temporary, "wx", 0o600);
    const bytes = bytesOf(kept, [...loaded.keys()], root);
    fs.writeFileSync(fd, Buffer.concat([bytes, bytes]));
    fs.renameSync(temporary, file);
  } catch {
    if (fd !== undefined) fs.rmSync(temporary, { force: true }); // disk full: the next start compiles again
  }
}

/**
 * A file of a build that is no longer used, or of a process that died while it wrote. Two builds may be used side by side,
 * as during an upgrade: if each deleted the other's code, both would compile at every start.
 */
function isLeftOver(folder, name) {
  if (name.startsWith(BUILD)) return false;
  const stats = fs.statSync(join(folder, name), { throwIfNoEntry: false });
  const ageMs = stats === undefined ? 0 : Date.now() - stats.mtimeMs;
  return ageMs > (name.startsWith("new-") ? WRITING_MS : UNUSED_MS);
}

/**
 * The length of a head, the head, the source of all loaded files as one script, and its code. Every further script adds to
 * each start, so the first run only records which files it loads, and the second keeps their code.
 */
function bytesOf({ script, source, bodies, times }, loaded, root) {
  const names = [...new Set([...bodies.keys(), ...loaded])];
  const isWhole = names.length === bodies.size;
  const all = isWhole ? source : `[${names.map((name) => bodyOf(join(root, name))).join(",")}]`;
  const text = Buffer.from(all);
  const code = isWhole ? script.createCachedData() : Buffer.alloc(0);
  // As many bytes as characters means ASCII, which decodes faster as latin1.
  const encoding = text.length === all.length ? "latin1" : "utf8";
  const about = { names, sourceBytes: text.length, encoding, times: isWhole ? times + 1 : times };
  const head = Buffer.from(JSON.stringify(about));
  const size = Buffer.alloc(4);
  size.writeUInt32LE(head.length);
  return Buffer.concat([size, head, text, code]);
}

module.exports = { quickRequire };
