/** Scripts of the package.json of this directory, of the root and of its workspaces, run by the manager of the lock file. */
import { DOES } from "../../../../core/command/tables/tools.ts";
import type { ProjectTarget } from "../../../../core/plan/material.ts";
import { ownMember } from "../../../../core/verify/versions.ts";
import { below, isPlainName, type ProjectTree, targetFrom, upward, wayUp } from "../project-tree.ts";
import { packagesOf } from "../workspace-packages.ts";

type Manager = "npm" | "pnpm" | "yarn" | "bun";

const LOCK_FILES: readonly (readonly [file: string, manager: Manager])[] = [
  ["pnpm-lock.yaml", "pnpm"],
  ["yarn.lock", "yarn"],
  ["bun.lock", "bun"],
  ["bun.lockb", "bun"],
  ["package-lock.json", "npm"],
];
const MOST_SCRIPTS = 200;

export function packageTargets(tree: ProjectTree): ProjectTarget[] {
  const homes = upward(tree.here).filter((directory) => tree.exists(below(directory, "package.json")));
  const [nearest] = homes;
  const top = homes.at(-1);
  if (nearest === undefined || top === undefined) return [];
  const manager = managerOf(tree, nearest);
  const own = scriptsIn(tree, nearest, (script) => runHere(manager, script));
  const above =
    top === nearest ? [] : scriptsIn(tree, top, (script) => runAbove(manager, script, wayUp(tree.here, top)));
  const file = below(nearest, "package.json");
  const values = dependenciesIn(tree.json(file));
  const usual = ([name, run, description]: readonly [string, string, string]): ProjectTarget => {
    const known = /^(?:remove|update)$/.test(name) && run.includes("<") ? { values } : {};
    return { name, run: `${manager} ${run}`, file, kind: "usual", description, ...known };
  };
  return [...own, ...above, ...workspaceTargets(tree, { top, nearest, manager }), ...usualRuns(manager).map(usual)];
}

const usualRuns = (manager: Manager): readonly (readonly [name: string, run: string, description: string])[] => {
  const [add, remove] = manager === "npm" ? ["install", "uninstall"] : ["add", "remove"];
  const update = manager === "yarn" ? "up" : "update";
  return [
    ["install", "install", DOES.install],
    ["add", `${add} <name>`, DOES.add],
    ["add", `${add} -D <name>`, DOES.addForDevelopment],
    ["remove", `${remove} <name>`, DOES.remove],
    ["update", update, DOES.update],
    ["update", `${update} <name>`, DOES.updateOne],
  ];
};

function dependenciesIn(manifest: unknown): string[] {
  const kinds = ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"];
  return kinds.flatMap((kind) => Object.keys(ownMember(manifest, kind) ?? {}));
}

function managerOf(tree: ProjectTree, from: string): Manager {
  for (const directory of upward(from)) {
    const locked = LOCK_FILES.find(([file]) => tree.exists(below(directory, file)));
    if (locked !== undefined) return locked[1];
    const named = ownMember(tree.json(below(directory, "package.json")), "packageManager");
    const known = LOCK_FILES.find(([, manager]) => typeof named === "string" && named.startsWith(`${manager}@`));
    if (known !== undefined) return known[1];
  }
  return "npm";
}

/** `pretest` and `posttest` run with `test`; `prepare` and similar ones are run by the manager. */
const LIFECYCLE =
  /^(?:prepare|prepack|postpack|prepublish|prepublishOnly|preinstall|install|postinstall|preversion|version|postversion)$/;

function scriptsIn(tree: ProjectTree, directory: string, run: (script: string) => string): ProjectTarget[] {
  const file = below(directory, "package.json");
  const scripts = ownMember(tree.json(file), "scripts");
  const entries = typeof scripts === "object" && scripts !== null ? Object.entries(scripts) : [];
  const names = new Set(entries.map(([name]) => name));
  return entries
    .filter(([name, body]) => typeof body === "string" && isPlainName(name) && !LIFECYCLE.test(name))
    .filter(([name]) => !names.has(name.replace(/^(?:pre|post)/, "")) || !/^(?:pre|post)/.test(name))
    .slice(0, MOST_SCRIPTS)
    .map(([name, body]) => targetFrom({ name, run: run(name), file }, { body: String(body) }));
}

function runHere(manager: Manager, script: string): string {
  return isShort(manager, script) ? `${manager} ${script}` : `${manager} run ${script}`;
}

function isShort(manager: Manager, script: string): boolean {
  return (script === "test" || script === "start") && manager !== "bun";
}

function runAbove(manager: Manager, script: string, way: string): string {
  if (manager === "pnpm") return `pnpm -w run ${script}`;
  const at = manager === "npm" ? "--prefix" : "--cwd";
  return `${manager} ${at} ${way} run ${script}`;
}

type Workspace = { readonly top: string; readonly nearest: string; readonly manager: Manager };

/** npm looks for workspaces in its directory, the others in the entire tree. */
function workspaceTargets(tree: ProjectTree, { top, nearest, manager }: Workspace): ProjectTarget[] {
  if (manager === "npm" && nearest !== top) return [];
  return packagesOf(tree, top)
    .filter((directory) => directory !== nearest)
    .flatMap((directory) => {
      const name = ownMember(tree.json(below(directory, "package.json")), "name");
      if (typeof name !== "string" || !isPlainName(name)) return [];
      return scriptsIn(tree, directory, (script) => RUN_IN[manager](name, script)).map((target) => ({
        ...target,
        name: `${name} ${target.name}`,
      }));
    });
}

const RUN_IN: Readonly<Record<Manager, (name: string, script: string) => string>> = {
  npm: (name, script) => `npm run ${script} -w ${name}`,
  pnpm: (name, script) => `pnpm --filter ${name} ${isShort("pnpm", script) ? "" : "run "}${script}`,
  yarn: (name, script) => `yarn workspace ${name} run ${script}`,
  bun: (name, script) => `bun run --filter ${name} ${script}`,
};
