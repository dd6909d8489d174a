// The import rule: imports only go down, and stages never import each other.
import { posix } from "node:path";
import { importsOf } from "./scan.ts";
import type { SourceFile } from "./tree.ts";

export const stages = [
  ..."capture detect extract remember recall brief plan consolidate".split(" "),
  ..."project run install store model".split(" "),
];
export const faces = ["cli", "mcp", "http", "hook"];
const joint = [
  ..."env.ts open.ts read.ts enter.ts memory.ts keep-open.ts settle.ts hear.ts loopback.ts leaving.ts".split(" "),
  "verbs",
];

/** Which folders and files of src each folder or file of src may import, besides itself. */
const mayImport: Record<string, string[]> = {
  core: [],
  ...Object.fromEntries(stages.map((stage) => [stage, ["core"]])),
  ...Object.fromEntries(joint.map((file) => [file, ["core", ...stages, ...joint]])),
  ...Object.fromEntries(faces.map((face) => [face, ["core", ...joint]])),
  // The command line starts the servers, each on demand.
  cli: ["core", ...joint, "mcp", "http"],
  hook: ["core", "env.ts", "open.ts", "read.ts", "hear.ts"],
  "index.ts": ["core", ...joint],
  "bin.ts": ["core", ...faces],
  "hook.ts": ["core", "hook"],
};

export function climbs(files: SourceFile[]): string[] {
  return files.flatMap((file) => {
    const from = placeOf(file.path);
    const allowed = mayImport[from];
    if (!allowed)
      return [`${file.path} stands on no floor: ${from} is neither core, a stage, the joint, a face nor an entry`];
    return importsOf(file.text).flatMap((found) => {
      const to = targetOf(file.path, found.from);
      if (to === undefined || to === from) return [];
      if (!allowed.includes(to)) return [`${file.path} imports ${found.from}: ${from} may not import ${to}`];
      if (faces.includes(to) && from !== "hook.ts" && !found.isLazy) {
        return [`${file.path} imports ${found.from}: faces are loaded with import(), so that one does not pay for all`];
      }
      return [];
    });
  });
}

/** src/store/local/files.ts → store, src/open.ts → open.ts */
export function placeOf(path: string): string {
  return path.split("/")[1] ?? path;
}

function targetOf(path: string, from: string): string | undefined {
  if (!from.startsWith(".")) return undefined;
  const target = posix.join(posix.dirname(path), from);
  // The version is in package.json; nothing else outside of src exists at run time.
  if (target === "package.json") return undefined;
  return target.startsWith("src/") ? placeOf(target) : target;
}
