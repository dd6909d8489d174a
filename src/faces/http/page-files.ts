/** The built files of the page, read once at start; no other file is ever served. */
import { readdirSync, readFileSync } from "node:fs";
import { OldhandError } from "../../core/base/error.ts";

export type PageFile = { readonly type: string; readonly bytes: Buffer; readonly gzip?: Buffer };

const TYPES: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
};

/** Keyed by URL path; `index.html` is `/`. */
export function pageFiles(): ReadonlyMap<string, PageFile> {
  const folder = new URL("../../../dist/web/", import.meta.url);
  const names = namesIn(folder);
  return new Map(
    names
      .filter((name) => !name.endsWith(".gz"))
      .map((name): [string, PageFile] => {
        const bytes = readFileSync(new URL(name, folder));
        const type = TYPES[name.split(".").at(-1) ?? ""] ?? "application/octet-stream";
        const packed = names.includes(`${name}.gz`) ? { gzip: readFileSync(new URL(`${name}.gz`, folder)) } : {};
        return [name === "index.html" ? "/" : `/${name}`, { type, bytes, ...packed }];
      }),
  );
}

function namesIn(folder: URL): string[] {
  try {
    return readdirSync(folder);
  } catch (cause) {
    throw new OldhandError("not-found", "The page has not been built. Run `npm run build` first.", { cause });
  }
}
