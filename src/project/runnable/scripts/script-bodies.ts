/** The commands of a project's script, by its name and the program that runs it, as that program finds it. */
import { dirname, relative, sep } from "node:path";
import { isInside, JUSTFILES, MAKEFILES } from "../../../core/project/project.ts";
import { own } from "../../../core/verify/versions.ts";
import { repoAt } from "../../repo.ts";
import { below, folderOf, nearest, type Tree, treeAt, UNFORESEEN } from "../project-tree.ts";
import { justLines, makeLines } from "./recipe-lines.ts";

type ScriptBodies = {
  /** `npm` means every manager of package.json; undefined if no such script can be read. */
  body(name: string, program: string): string | undefined;
  /** The directory in which it runs. */
  place(program: string): string;
};

type Source = {
  readonly files: readonly string[];
  /** Whether the program also looks in the folders above. */
  readonly looksUp: boolean;
  readonly read: (file: string, name: string, tree: Tree) => string | undefined;
};

const SOURCES: Readonly<Record<string, Source>> = {
  make: {
    files: MAKEFILES,
    looksUp: false,
    read: (file, name, tree) =>
      makeLines(tree.read(file) ?? "", name, (path) => tree.exists(below(folderOf(file), path))),
  },
  just: { files: JUSTFILES, looksUp: true, read: (file, name, tree) => justLines(tree.read(file) ?? "", name) },
  composer: {
    files: ["composer.json"],
    looksUp: false,
    read: (file, name, tree) => composerLines(own(own(tree.json(file), "scripts"), name)),
  },
  deno: {
    files: ["deno.json", "deno.jsonc"],
    looksUp: true,
    read: (file, name, tree) => denoLines(own(own(tree.json(file), "tasks"), name)),
  },
};

export function scriptBodies(cwd: string, root: string): ScriptBodies {
  const tree = treeAt(root, relative(root, cwd).split(sep).join("/"));
  const found = new Map<string, string | undefined>();
  const fileOf = (program: string): string | undefined => {
    const source = sourceOf(program);
    if (source === undefined) return undefined;
    if (!found.has(program)) found.set(program, nearest(tree, source.files, source.looksUp ? undefined : [tree.here]));
    return found.get(program);
  };
  let nearby: Package | undefined;
  const npm = (): Package => {
    nearby ??= nearestPackage(cwd, root);
    return nearby;
  };
  return {
    body(name, program) {
      if (program === "npm") return npm().scripts.get(name);
      const file = fileOf(program);
      return file === undefined ? undefined : sourceOf(program)?.read(file, name, tree);
    },
    place(program) {
      if (program === "npm") return npm().dir;
      const file = fileOf(program);
      return file === undefined ? cwd : dirname(`${root}/${file}`);
    },
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
  const [command, needs] = [own(task, "command"), own(task, "dependencies") ?? []];
  const isNamed = Array.isArray(needs) && needs.every((name) => typeof name === "string");
  if ((command !== undefined && typeof command !== "string") || !isNamed) return undefined;
  if (command === undefined && needs.length === 0) return undefined;
  return [...needs.map((name) => `deno task ${name}`), ...(command === undefined ? [] : [command])].join("\n");
}
