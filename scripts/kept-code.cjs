// Keeps what V8 made of our code, because every start would compile the same code as the last one.
const fs = require("node:fs");
const { dirname, join } = require("node:path");
const vm = require("node:vm");

// Made at the build from all files: of a source, V8 itself compares no more than the length.
const BUILD = "BUILD_MARK";
const RENEW_MS = 24 * 60 * 60 * 1000;
const WRITABLE_BY_OTHERS = 0o022;

/** A `require` for the files of this directory; Node's own where oldhand was not used yet, so that nothing is left behind. */
function quickRequire(directory, nodeRequire) {
  const cache = cacheDirectory(process.env);
  const isUsed = cache !== undefined && fs.existsSync(join(cache, "index.db"));
  // Who tells Node to keep no code does not want it from us.
  if (!isUsed || process.getuid === undefined || process.env.NODE_DISABLE_COMPILE_CACHE) return nodeRequire;
  const folder = join(cache, "code");
  const command = /^[a-z]{1,20}$/.test(process.argv[2] ?? "") ? process.argv[2] : "other";
  const file = join(folder, [BUILD, process.version, process.arch, command].join("-"));
  const kept = readCode(file);
  const scripts = new Map();
  process.on("exit", (code) => {
    if (code === 0 && !kept.isFresh) keepCode(file, scripts);
  });
  return requireIn(directory, { nodeRequire, codes: kept.codes, scripts, loaded: new Map() });
}

/** The same place as in src/store/local/home.ts. */
function cacheDirectory({ OLDHAND_HOME, XDG_CACHE_HOME, HOME }) {
  if (OLDHAND_HOME) return OLDHAND_HOME;
  if (XDG_CACHE_HOME?.startsWith("/")) return join(XDG_CACHE_HOME, "oldhand");
  return HOME ? join(HOME, ".cache", "oldhand") : undefined;
}

/** Our own files call each other by relative names; everything else is Node's. */
function requireIn(directory, means) {
  const { nodeRequire, codes, scripts, loaded } = means;
  return (id) => {
    if (!id.startsWith(".")) return nodeRequire(id);
    const file = join(directory, id);
    const known = loaded.get(file);
    if (known !== undefined) return known.exports;
    const source = `(function (exports, require, module) {${fs.readFileSync(file, "utf8")}\n})`;
    const script = new vm.Script(source, { filename: file, cachedData: codes.get(file) });
    const module = { exports: {} };
    loaded.set(file, module);
    scripts.set(file, script);
    script.runInThisContext()(module.exports, requireIn(dirname(file), means), module);
    return module.exports;
  };
}

/**
 * V8 trusts what it is given, and ends the process over a wrong byte. So only a file of one's own is taken, and it holds
 * everything twice: two halves that agree are taken for whole, which needs no hash.
 */
function readCode(file) {
  const none = { codes: new Map(), isFresh: false };
  try {
    const { bytes, stats } = readOwn(file);
    const half = bytes.length / 2;
    const isOurs = stats.isFile() && stats.uid === process.getuid() && (stats.mode & WRITABLE_BY_OTHERS) === 0;
    if (!isOurs || bytes.compare(bytes, half, bytes.length, 0, half) !== 0) return none;
    let at = 4 + bytes.readUInt32LE(0);
    const head = JSON.parse(bytes.toString("utf8", 4, at));
    const codes = new Map();
    for (const [name, length] of head) {
      codes.set(name, bytes.subarray(at, at + length));
      at += length;
    }
    const ageMs = Date.now() - stats.mtimeMs;
    return { codes, isFresh: ageMs >= 0 && ageMs < RENEW_MS };
  } catch {
    return none; // not kept yet, or not to be read: then it is compiled
  }
}

function readOwn(file) {
  const fd = fs.openSync(file, fs.constants.O_RDONLY | fs.constants.O_NOFOLLOW);
  try {
    return { stats: fs.fstatSync(fd), bytes: fs.readFileSync(fd) };
  } finally {
    fs.closeSync(fd);
  }
}

/** After a run, because V8 compiles a function when it is first called; anew each day, so that it follows what is used. */
function keepCode(file, scripts) {
  const folder = dirname(file);
  const temporary = join(folder, `new-${process.pid}`);
  let fd;
  try {
    // Opened first: where nothing can be written, nothing is made.
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const name of fs.readdirSync(folder)) if (!name.startsWith(BUILD)) fs.unlinkSync(join(folder, name));
    fd = fs.openSync(temporary, "wx", 0o600);
    const bytes = bytesOf(scripts);
    fs.writeFileSync(fd, Buffer.concat([bytes, bytes]));
    fs.renameSync(temporary, file);
  } catch {
    if (fd !== undefined) fs.unlinkSync(temporary); // no space: the next start compiles again
  }
}

/** The length of a head, the head with the name and length of each code, and the codes. */
function bytesOf(scripts) {
  const parts = [...scripts].map(([name, script]) => ({ name, code: script.createCachedData() }));
  const head = Buffer.from(JSON.stringify(parts.map(({ name, code }) => [name, code.length])));
  const size = Buffer.alloc(4);
  size.writeUInt32LE(head.length);
  return Buffer.concat([size, head, ...parts.map(({ code }) => code)]);
}

module.exports = { quickRequire };
