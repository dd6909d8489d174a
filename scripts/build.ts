// Bundles src/ into dist/ (and team-server/ into its own), so that the published package starts fast and has no dependencies.
//
//   oldhand.cjs          the program: rejects an old Node, then loads bin.cjs or hook.cjs through chunks/kept-code.cjs
//   bin.cjs, index.cjs   the program and the library; they share chunks/*.cjs, and import() in src loads a chunk lazily
//   index.js             the library for `import`
//   due-work-thread.cjs  what a server runs in a thread of its own: learning, indexing, embedding
//   word-pieces.bin      the vectors of word pieces, for recall by meaning
//   web/                 the page, served by `oldhand ui`
//   hook.cjs             what hosts run at every prompt, in one small file; it loads take-notes.cjs if there is something to learn,
//                        answer-failure.cjs after a failed command, start-block.cjs when a session starts,
//                        meaning-by-table.cjs and passages-by-table.cjs for a prompt, and recall.cjs for a hook written by hand
//   types/               declarations, with --types
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { chmod } from "node:fs/promises";
import { basename, dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";
import { buildTeamServer } from "../team-server/build.ts";
import { bundlePage } from "./build-page.ts";
import { licencesOf } from "./licences.ts";

type Files = Map<string, string | Buffer>;

const root = fileURLToPath(new URL("..", import.meta.url));
const dist = join(root, "dist");

/** Writes only files that changed, so that a build does not disturb a program that runs from dist. */
export async function build(): Promise<{ readonly pageBytes: number }> {
  const [program, hook, page] = await Promise.all([bundleProgram(), bundleHook(), bundlePage(root)]);
  const files: Files = new Map<string, string | Buffer>([
    ...page.files,
    ...program.files,
    ...hook.files,
    ["oldhand.cjs", readFileSync(join(root, "scripts", "launcher.cjs"), "utf8")],
    ["chunks/kept-code.cjs", keptCodeOf([...program.files.values(), ...hook.files.values()])],
    ["index.js", `export { ${program.exports.join(", ")} } from "./index.cjs";\n`],
    ["hook.meta.json", `${JSON.stringify(hook.metafile, null, 1)}\n`],
    [PIECE_TABLE, readFileSync(join(root, "data", PIECE_TABLE))],
    ["THIRD-PARTY.txt", `${licencesOf([program.metafile, hook.metafile, page.metafile], root)}\n${pieceNotice()}`],
  ]);
  removeOthers(files);
  for (const [name, text] of files) writeIfChanged(join(dist, name), text);
  const launcher = join(dist, "oldhand.cjs");
  await chmod(launcher, 0o755);
  // `npm start` compares this time with the sources.
  utimesSync(launcher, new Date(), new Date());
  return { pageBytes: page.packedBytes };
}

/** Where the table of word pieces comes from, which its sources require to be told. */
function pieceNotice(): string {
  return `${"-".repeat(80)}\n\n${readFileSync(join(root, "data", "README.md"), "utf8")}`;
}

export function buildTypes(): void {
  rmSync(join(dist, "types"), { recursive: true, force: true });
  const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
  const done = spawnSync(process.execPath, [tsc, "-p", join(root, "scripts", "tsconfig.types.json")], {
    stdio: "inherit",
  });
  if (done.status !== 0) throw new Error("tsc could not write the declarations (see above).");
}

const shared = {
  absWorkingDir: root,
  bundle: true,
  platform: "node",
  target: "node22",
  write: false,
  metafile: true,
  outdir: "dist",
  outExtension: { ".js": ".cjs" },
  // Node reads and compiles the bundle at every start: that matters more than a readable stack trace.
  minify: true,
  legalComments: "none",
  // Its CommonJS build requires its parts in a way that esbuild cannot bundle.
  alias: { "jsonc-parser": "jsonc-parser/lib/esm/main.js" },
  // import.meta is empty in CommonJS, so a use that the plugin does not replace is an error.
  logOverride: { "empty-import-meta": "error" },
} as const satisfies esbuild.BuildOptions;

const inlining: esbuild.Plugin = {
  name: "inlining",
  setup(build) {
    // The program only needs the version of package.json.
    build.onLoad({ filter: /[\\/]package\.json$/ }, ({ path }) => {
      if (path !== join(root, "package.json")) return undefined;
      return { contents: JSON.stringify({ version: JSON.parse(readFileSync(path, "utf8")).version }), loader: "json" };
    });
    // SQL and prompts are files next to the code that uses them. Sources read them at run time with
    //   readFileSync(new URL("./migrations/0001-start.sql", import.meta.url), "utf8")
    // (or readText with the same first argument). A bundle contains the text instead of the call.
    build.onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, ({ path }) => {
      const source = readFileSync(path, "utf8");
      if (!source.includes("import.meta.url")) return undefined;
      const watchFiles: string[] = [];
      // In dist, this code is in chunks/, next to web/.
      const placed = source
        .replace(pageFolder, 'require("node:url").pathToFileURL(`${__dirname}/../web/`)')
        .replace(threadFile, besideProgram(`${THREAD}.cjs`));
      const contents = placed
        .replace(pieceTable, besideProgram(PIECE_TABLE))
        .replace(readBeside, (_call, name: string) => {
          const file = resolve(dirname(path), name);
          watchFiles.push(file);
          return JSON.stringify(readFileSync(file, "utf8"));
        });
      return { contents, loader: "ts", watchFiles };
    });
  },
};

/**
 * esbuild makes a chunk for every set of entries that share some code, and each chunk is a file to find, read and compile at
 * every start. Modules that the command line or the verbs load lazily can rely on it being loaded: importing it explicitly
 * merges the shared code into one chunk.
 */
const afterCommandLine: esbuild.Plugin = {
  name: "after the command line",
  setup(build) {
    const commandLine = join(root, "src", "faces", "cli", "main.ts");
    const verbs = join(root, "src", "verbs", "all-verbs.ts");
    build.onResolve({ filter: /^\.{1,2}\/.*\.ts$/ }, ({ kind, path, resolveDir, importer }) => {
      const file = resolve(resolveDir, path);
      const isLazy = kind === "dynamic-import";
      const isLoadedByIt = isLazy && resolveDir.startsWith(dirname(commandLine)) && file !== commandLine;
      const isThread = kind === "entry-point" && file.endsWith(`${THREAD}.ts`);
      if (isLoadedByIt || isThread) return { path: file, namespace: "lazy" };
      // What hooks load does not declare verbs.
      const isOfVerb =
        isLazy && resolveDir.startsWith(dirname(verbs)) && declaresVerb.test(readFileSync(importer, "utf8"));
      return isOfVerb ? { path: file, namespace: "lazy-verb" } : undefined;
    });
    const after = (loader: string, path: string) => ({
      contents: `import ${JSON.stringify(loader)};\nexport * from ${JSON.stringify(path)};\n`,
      resolveDir: root,
    });
    build.onLoad({ filter: /./, namespace: "lazy" }, ({ path }) => after(commandLine, path));
    build.onLoad({ filter: /./, namespace: "lazy-verb" }, ({ path }) => after(verbs, path));
  },
};

const declaresVerb = /^export const \w+ = verb\(/m;

const pageFolder = /new URL\("\.\.\/\.\.\/\.\.\/dist\/web\/", import\.meta\.url\)/;

const PIECE_TABLE = "word-pieces.bin";
const pieceTable = /new URL\("\.\.\/\.\.\/data\/word-pieces\.bin", import\.meta\.url\)/;
/** A chunk is one folder below the program, the hook is beside it. */
const besideProgram = (name: string): string =>
  `require("node:url").pathToFileURL(__dirname.replace(/[\\\\/]chunks$/, "") + "/${name}")`;

const THREAD = "due-work-thread";
const threadFile = new RegExp(`new URL\\("\\./${THREAD}\\.ts", import\\.meta\\.url\\)`);

const readBeside =
  /\bread(?:FileSync|Text)\(\s*new URL\(\s*"([^"]+)",\s*import\.meta\.url,?\s*\)(?:,\s*"utf-?8")?,?\s*\)/g;

async function bundleProgram() {
  // esbuild splits ES modules only, and CommonJS starts faster (measured: x1.46 against x1.69 of an empty start):
  // so it splits first, and then turns each chunk into CommonJS.
  const result = await esbuild.build({
    ...shared,
    entryPoints: {
      bin: "src/bin.ts",
      index: "src/index.ts",
      "take-notes": "src/main/take-notes-at-start.ts",
      "answer-act": "src/main/answer-act.ts",
      [THREAD]: `./src/main/${THREAD}.ts`,
    },
    format: "esm",
    splitting: true,
    chunkNames: "chunks/[name]-[hash]",
    plugins: [afterCommandLine, inlining],
  });
  const chunks = await Promise.all(
    result.outputFiles.map(async (file): Promise<[string, string]> => [nameOf(file), await toCommonJs(file.text)]),
  );
  const { metafile } = result;
  return { files: new Map(chunks), metafile, exports: metafile.outputs["dist/index.cjs"]?.exports ?? [] };
}

async function toCommonJs(text: string): Promise<string> {
  const { platform, target, minify, legalComments } = shared;
  const options = { platform, target, minify, legalComments, supported: withoutImport } as const;
  return (await esbuild.transform(text, { ...options, format: "cjs" })).code;
}

/** import() would start Node's second loader for files that require() loads as well. */
const withoutImport = { "dynamic-import": false };

/** esbuild leaves other characters in regular expressions; with one of them, V8 stores and reads two bytes for each of all. */
function asAscii(code: string): string {
  if (/\\[^\0-\x7f]/.test(code))
    throw new Error("A backslash before a character beyond ASCII cannot be written as ASCII.");
  return code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

async function bundleHook() {
  const result = await esbuild.build({
    ...shared,
    entryPoints: {
      hook: "src/hook.ts",
      "answer-failure": "src/verbs/recalling/answer-failure.ts",
      "start-block": "src/verbs/memory/artifacts/start-block.ts",
      recall: "src/verbs/recalling/recall.ts",
      "passages-by-table": "src/verbs/call/passages/passages-by-table.ts",
      "ticket-at-hand": "src/verbs/recalling/ticket-at-hand.ts",
      "meaning-by-table": "src/verbs/call/meaning/meaning-by-table.ts",
    },
    format: "cjs",
    supported: withoutImport,
    plugins: [rareWorkOutsideHook, withoutHelpTexts, inlining],
  });
  // After minifying, only queries have indented lines.
  const withoutIndents = (text: string): string => text.replace(/\n {4,}/g, " ");
  const files = new Map(result.outputFiles.map((file) => [nameOf(file), asAscii(withoutIndents(file.text))]));
  return { files, metafile: result.metafile };
}

/**
 * Learning, the block for a session's start, the answer to a failure, passages, tickets, comparing meaning and recall by
 * words are files that the hook loads only if needed.
 */
const rareWorkOutsideHook: esbuild.Plugin = {
  name: "rare work stays outside the hook",
  setup(build) {
    build.onResolve({ filter: /\/take-notes-at-start\.ts$/ }, () => ({ path: "./take-notes.cjs", external: true }));
    build.onResolve({ filter: /\/answer-act\.ts$/ }, () => ({ path: "./answer-act.cjs", external: true }));
    build.onResolve(
      {
        filter:
          /\/(?:answer-failure|start-block|recalling\/recall|meaning-by-table|passages-by-table|ticket-at-hand)\.ts$/,
      },
      ({ kind, path }) =>
        kind === "entry-point" ? undefined : { path: `./${basename(path, ".ts")}.cjs`, external: true },
    );
    // A hook reads no transcripts and asks no agent.
    build.onResolve({ filter: /^\.\/(?:format|headless)\// }, ({ kind, path }) =>
      kind === "dynamic-import" ? { path, namespace: "absent" } : undefined,
    );
    build.onLoad({ filter: /./, namespace: "absent" }, () => ({ contents: "" }));
  },
};

/** A hook prints no help for settings, no examples of secrets and no patterns for shells, so they are removed from it. */
const withoutHelpTexts: esbuild.Plugin = {
  name: "without help texts",
  setup(build) {
    build.onLoad({ filter: /[\\/]core[\\/](?:base[\\/]config|screen[\\/]rules[\\/][\w-]+)\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, "utf8").replace(
        /\b(?:says|example|globs):\s*(?:"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`|'[^']*'),?/g,
        "",
      ),
      loader: "ts",
    }));
  },
};

/** Kept code is only valid for one build, so it gets a hash of all bundles. */
function keptCodeOf(bundles: readonly string[]): string {
  const text = readFileSync(join(root, "scripts", "kept-code.cjs"), "utf8");
  const mark = createHash("sha256")
    .update([text, ...bundles].join("\0"))
    .digest("hex")
    .slice(0, 16);
  return text.replace("BUILD_MARK", mark);
}

function nameOf(file: esbuild.OutputFile): string {
  return relative(dist, file.path).replaceAll("\\", "/");
}

function removeOthers(files: Files): void {
  if (!existsSync(dist)) return;
  for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const name = relative(dist, path).replaceAll("\\", "/");
    if (entry.isFile() && !files.has(name) && !name.startsWith("types/")) rmSync(path, { force: true });
  }
}

function writeIfChanged(path: string, content: string | Buffer): void {
  const bytes = Buffer.from(content);
  if (existsSync(path) && readFileSync(path).equals(bytes)) return;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, bytes);
}

if (import.meta.main) {
  const [{ pageBytes }] = await Promise.all([build(), buildTeamServer()]);
  console.log(`The page: ${(pageBytes / 1024).toFixed(1)} KB of compressed script and style.`);
  if (process.argv.includes("--types")) buildTypes();
}
