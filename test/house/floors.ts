// The import rule: imports only go down, and stages never import each other.
import { posix } from "node:path";
import { importsOf } from "./scan.ts";
import type { SourceFile } from "./tree.ts";

export const stages = [
  ..."capture detect extract remember recall brief plan predict consolidate lift".split(" "),
  ..."project run install store model sync team".split(" "),
];
export const faces = ["cli", "mcp", "http", "hook", "serve"];
/** The joint, from its ground up: each part may use those before it. `loopback` is what local servers share. */
const joint = ["loopback", "context", "verbs", "open"];

/** Which folders and files of src each folder or file of src may import, besides itself. */
const mayImport: Record<string, string[]> = {
  core: [],
  ...Object.fromEntries(stages.map((stage) => [stage, ["core"]])),
  ...Object.fromEntries(joint.map((part, at) => [part, ["core", ...stages, ...joint.slice(0, at)]])),
  ...Object.fromEntries(faces.map((face) => [face, ["core", ...joint]])),
  // The command line starts the servers, each on demand.
  cli: ["core", ...joint, "mcp", "http", "serve"],
  // The team's server has a database of its own and opens no memory of a person.
  serve: ["core", "loopback", "store/postgres"],
  // The running server answers hooks with the code of the hook program.
  mcp: ["core", ...joint, "hook"],
  hook: [
    "core",
    "context/environment.ts",
    "open/open-for-hook.ts",
    "open/take-notes-at-start.ts",
    "open/answer-act.ts",
    "verbs/recalling",
  ],
  "index.ts": ["core", ...joint],
  "bin.ts": ["core", ...faces],
  "hook.ts": ["core", "hook"],
};

export function climbs(files: SourceFile[]): string[] {
  return files.flatMap((file) => {
    const from = placeOf(file.path);
    const allowed = mayImport[from];
    if (!allowed) return [`${file.path} is on no floor: ${from} is not core, a stage, the joint, a face or an entry`];
    return importsOf(file.text).flatMap((found) => {
      const target = targetOf(file.path, found.from);
      const to = target === undefined ? undefined : folderOf(target);
      if (target === undefined || to === undefined || to === from) return [];
      if (!allowed.some((path) => target === path || target.startsWith(`${path}/`)))
        return [`${file.path} imports ${found.from}: ${from} may not import ${to}`];
      if (faces.includes(to) && from !== "hook.ts" && !found.isLazy) {
        return [`${file.path} imports ${found.from}: faces are loaded with import(), so that one does not pay for all`];
      }
      return [];
    });
  });
}

/** src/store/local/files/home.ts → store, src/bin.ts → bin.ts */
export function placeOf(path: string): string {
  return folderOf(path.slice("src/".length));
}

function folderOf(pathInSrc: string): string {
  return pathInSrc.split("/")[0] ?? pathInSrc;
}

/** The path within src of what is imported; undefined for packages and for package.json, which holds the version. */
function targetOf(path: string, from: string): string | undefined {
  if (!from.startsWith(".")) return undefined;
  const target = posix.join(posix.dirname(path), from);
  // The version is in package.json; nothing else outside of src exists at run time.
  if (target === "package.json") return undefined;
  return target.startsWith("src/") ? target.slice("src/".length) : target;
}
