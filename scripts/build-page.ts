// Bundles web/ into dist/web/: the script, what it loads later, the style sheet and index.html, each also gzipped.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import * as esbuild from "esbuild";

export type PageBuild = {
  /** Keyed by path under dist/. */
  readonly files: ReadonlyMap<string, string | Buffer>;
  readonly metafile: esbuild.Metafile;
  /** Gzipped size of the first load of the page: its style, its script, and what the script needs at its start. */
  readonly packedBytes: number;
};

const BEST_GZIP_LEVEL = 9;

export async function bundlePage(root: string): Promise<PageBuild> {
  const result = await esbuild.build({
    absWorkingDir: root,
    entryPoints: { app: "web/app.tsx", style: "web/style/style.css" },
    bundle: true,
    write: false,
    metafile: true,
    outdir: "dist/web",
    format: "esm",
    splitting: true,
    chunkNames: "part-[hash]",
    platform: "browser",
    target: ["chrome123", "firefox120", "safari17.5"],
    jsx: "automatic",
    jsxImportSource: "preact",
    minify: true,
    legalComments: "none",
  });
  const texts = new Map([
    ...result.outputFiles.map((file): [string, string] => [`web/${file.path.split(/[\\/]/).at(-1)}`, file.text]),
    ["web/index.html", readFileSync(join(root, "web", "index.html"), "utf8")],
    ["web/icon.svg", readFileSync(join(root, "web", "icon.svg"), "utf8")],
  ]);
  const packed = new Map([...texts].map(([name, text]) => [`${name}.gz`, gzipSync(text, { level: BEST_GZIP_LEVEL })]));
  const first = firstLoad(result.metafile);
  const packedBytes = [...packed]
    .filter(([name]) => first.has(`dist/${name.replace(/\.gz$/, "")}`))
    .reduce((sum, [, bytes]) => sum + bytes.length, 0);
  return { files: new Map<string, string | Buffer>([...texts, ...packed]), metafile: result.metafile, packedBytes };
}

/** The style, the script and the parts that it imports statically; a view that is loaded later is not among them. */
function firstLoad({ outputs }: esbuild.Metafile): ReadonlySet<string> {
  const found = new Set<string>();
  const add = (name: string): void => {
    if (found.has(name)) return;
    found.add(name);
    for (const { path, kind } of outputs[name]?.imports ?? []) if (kind === "import-statement") add(path);
  };
  add("dist/web/app.js");
  add("dist/web/style.css");
  return found;
}
