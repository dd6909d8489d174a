// The import rule: imports only go down, and stages never import each other.
import { posix } from "node:path";
import { importsOf } from "./scan.ts";
import type { SourceFile } from "./tree.ts";

export const stages = "capture detect learn remember search apply plan store models system".split(" ");
export const faces = ["faces/cli", "faces/mcp", "faces/http", "faces/hook"];
/** Below the verbs: one call, and what local servers share. */
const call = ["system/loopback", "verbs/call"];
/** What brings the stages together, from its ground up: each part may use those before it. */
const joint = [...call, "verbs", "main"];

/** What everything may use. */
const ground = ["core", "agents"];

/** Which folders and files of src each folder or file of src may import, besides itself. */
const mayImport: Record<string, string[]> = {
  core: [],
  agents: ["core"],
  ...Object.fromEntries(stages.map((stage) => [stage, ground])),
  ...Object.fromEntries(joint.map((part, at) => [part, [...ground, ...stages, ...joint.slice(0, at)]])),
  ...Object.fromEntries(faces.map((face) => [face, [...ground, ...joint]])),
  // The command line starts the servers, each on demand.
  "faces/cli": [...ground, ...joint, "faces/mcp", "faces/http"],
  // The team's server is a package of its own: it shares with its clients what they exchange, and the ground below that.
  "team-server": ["core"],
  // The running server answers hooks with the code of the hook program.
  "faces/mcp": [...ground, ...joint, "faces/hook"],
  "faces/hook": [
    ...ground,
    "verbs/call/environment.ts",
    "main/open-for-hook.ts",
    "main/take-notes-at-start.ts",
    "main/answer-act.ts",
    "verbs/recalling",
  ],
  "index.ts": ["core", ...joint],
  "bin.ts": ["core", ...faces],
  "hook.ts": ["core", "faces/hook"],
};

export function climbs(files: SourceFile[]): string[] {
  return files.flatMap((file) => {
    const from = placeOf(file.path);
    const allowed = mayImport[from];
    if (!allowed)
      return [`${file.path} is on no floor: ${from} is not core, agents, a stage, the joint, a face or an entry`];
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

/** src/store/files/home.ts → store, src/faces/cli/io.ts → faces/cli, src/bin.ts → bin.ts, team-server/src/serve/join.ts → team-server */
export function placeOf(path: string): string {
  return folderOf(path.startsWith("src/") ? path.slice("src/".length) : path);
}

function folderOf(pathInSrc: string): string {
  const inner = [...faces, ...call].find((folder) => pathInSrc.startsWith(`${folder}/`));
  return inner ?? pathInSrc.split("/")[0] ?? pathInSrc;
}

/** The path within src of what is imported; undefined for packages and for package.json, which holds the version. */
function targetOf(path: string, from: string): string | undefined {
  if (!from.startsWith(".")) return undefined;
  const target = posix.join(posix.dirname(path), from);
  // The version is in package.json; nothing else outside of src exists at run time.
  if (target === "package.json" || target === "team-server/package.json") return undefined;
  return target.startsWith("src/") ? target.slice("src/".length) : target;
}
