// Bundles web/ into dist/web/: one script, one style sheet and the page that loads them, each with a compressed copy.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import * as esbuild from "esbuild";

export type PageBuild = {
  /** By path under dist. */
  readonly files: ReadonlyMap<string, string | Buffer>;
  readonly metafile: esbuild.Metafile;
  /** Compressed bytes of script and style: the size of a first load. */
  readonly packedBytes: number;
};

const BEST = 9;

export async function bundlePage(root: string): Promise<PageBuild> {
  const result = await esbuild.build({
    absWorkingDir: root,
    entryPoints: { app: "web/app.tsx", style: "web/style/style.css" },
    bundle: true,
    write: false,
    metafile: true,
    outdir: "dist/web",
    format: "esm",
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
  const packed = new Map([...texts].map(([name, text]) => [`${name}.gz`, gzipSync(text, { level: BEST })]));
  const packedBytes = [...packed]
    .filter(([name]) => /\.(?:js|css)\.gz$/.test(name))
    .reduce((sum, [, bytes]) => sum + bytes.length, 0);
  return { files: new Map<string, string | Buffer>([...texts, ...packed]), metafile: result.metafile, packedBytes };
}
