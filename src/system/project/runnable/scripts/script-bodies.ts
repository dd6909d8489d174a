/** The commands of a project's script, by its name and the program that runs it, from the directory where that program looks. */
import { dirname, relative, sep } from "node:path";
import type { AskedScript, FoundScript, Scripts } from "../../../../core/command/what-runs.ts";
import { isInside, JUSTFILES, MAKEFILES } from "../../../../core/project/project.ts";
import { ownMember } from "../../../../core/verify/versions.ts";
import { justfileOf, justLines, makefileOf, makeLines, UNFORESEEN } from "../../recipe-files.ts";
import { repoAt } from "../../repo.ts";
import { below, nearestFile, type ProjectTree, parentFolder, treeAt } from "../project-tree.ts";
import { workspacePackages } from "../workspace-packages.ts";

type Source = {
  readonly files: readonly string[];
  /** Whether the program also looks in the folders above. */
  readonly looksUp: boolean;
  readonly read: (file: string, asked: AskedScript, tree: ProjectTree) => string | undefined;
};

const SOURCES: Readonly<Record<string, Source>> = {
  make: {
    files: MAKEFILES,
    looksUp: false,
    read: (file, { name, variables }, tree) =>
      makeLines(makefileOf(tree.read(file) ?? ""), name, {
        isFile: (path) => tree.exists(below(parentFolder(file), path)),
        variables,
      }),
  },
  just: {
    files: JUSTFILES,
    looksUp: true,
    read: (file, { name, variables }, tree) => justLines(justfileOf(tree.read(file) ?? ""), name, { variables }),
  },
  composer: {
    files: ["composer.json"],
    looksUp: false,
    read: (file, { name }, tree) => composerLines(ownMember(ownMember(tree.json(file), "scripts"), name)),
  },
  deno: {
    files: ["deno.json", "deno.jsonc"],
    looksUp: true,
    read: (file, { name }, tree) => denoLines(ownMember(ownMember(tree.json(file), "tasks"), name)),
  },
};

/** Reads each directory once; make a new one for each question. Nothing is run. */
export function projectScripts(root: string, alias?: Scripts["alias"]): Scripts {
  const places = new Map<string, ScriptPlace>();
  const placeAt = (cwd: string): ScriptPlace => {
    const place = places.get(cwd) ?? scriptPlace(cwd, isInside(cwd, root) ? root : cwd);
    places.set(cwd, place);
    return place;
  };
  return {
    find: (asked) => placeAt(asked.cwd)(asked),
    packages: (which, cwd) => workspacePackages(which, cwd, isInside(cwd, root) ? root : cwd),
    ...(alias !== undefined && { alias }),
  };
}

type ScriptPlace = (asked: AskedScript) => FoundScript | undefined;

function scriptPlace(cwd: string, root: string): ScriptPlace {
  const tree = treeAt(root, relative(root, cwd).split(sep).join("/"));
  const found = new Map<string, string | undefined>();
  let nearby: Package | undefined;
  return (asked) => {
    const { name, program } = asked;
    if (program === "npm") {
      nearby ??= nearestPackage(cwd, root);
      const body = nearby.scripts.get(name);
      return body === undefined ? undefined : { body, cwd: nearby.dir };
    }
    const source = sourceOf(program);
    if (source === undefined) return undefined;
    if (!found.has(program))
      found.set(program, nearestFile(tree, source.files, source.looksUp ? undefined : [tree.here]));
    const file = found.get(program);
    const body = file === undefined ? undefined : source.read(file, asked, tree);
    return file === undefined || body === undefined ? undefined : { body, cwd: dirname(`${root}/${file}`) };
  };
}

function sourceOf(program: string): Source | undefined {
  return Object.hasOwn(SOURCES, program) ? SOURCES[program] : undefined;
}

type Package = { readonly dir: string; readonly scripts: ReadonlyMap<string, string | undefined> };

function nearestPackage(dir: string, root: string): Package {
  const repo = repoAt(dir);
  if (!repo.exists("package.json") && dir !== root && isInside(dir, root)) return nearestPackage(dirname(dir), root);
  return { dir, scripts: new Map(repo.scripts().all.map(({ name, command }) => [name, command])) };
}

/** `@other` is another script, `@php` and `@composer` are themselves, and `Name::method` is code. */
function composerLines(script: unknown): string | undefined {
  const lines = Array.isArray(script) ? script : [script];
  if (script === undefined || !lines.every((line) => typeof line === "string")) return undefined;
  return lines
    .map((line) => {
      if (/^@(?:php|composer) /.test(line)) return line.slice(1);
      if (/^@putenv\b/.test(line) || /^[\w\\]+::\w+$/.test(line)) return UNFORESEEN;
      return line.startsWith("@") ? `composer run ${line.slice(1)}` : line;
    })
    .join("\n");
}

/** A command, or a command with the tasks that it needs first. */
function denoLines(task: unknown): string | undefined {
  if (typeof task === "string") return task;
  const [command, needs] = [ownMember(task, "command"), ownMember(task, "dependencies") ?? []];
  const isNamed = Array.isArray(needs) && needs.every((name) => typeof name === "string");
  if ((command !== undefined && typeof command !== "string") || !isNamed) return undefined;
  if (command === undefined && needs.length === 0) return undefined;
  return [...needs.map((name) => `deno task ${name}`), ...(command === undefined ? [] : [command])].join("\n");
}
