/** The packages of a workspace: all of them, and those that `--filter`, `-w` or `yarn workspace` name. */
import { relative, sep } from "node:path";
import { coversWord } from "../../../core/base/glob.ts";
import { ownMember } from "../../../core/verify/versions.ts";
import { below, type ProjectTree, treeAt, upward } from "./project-tree.ts";

const MOST_PACKAGES = 64;

/** The directories of the packages; `//root` is the top of the workspace. */
export function workspacePackages(which: readonly string[] | "all", cwd: string, root: string): string[] {
  const tree = treeAt(root, relative(root, cwd).split(sep).join("/"));
  const tops = upward(tree.here).filter((directory) => tree.exists(below(directory, "package.json")));
  const top = tops.find((directory) => packagesOf(tree, directory).length > 0) ?? tops.at(-1);
  if (top === undefined) return [];
  const all = packagesOf(tree, top);
  const absolute = (directory: string): string => (directory === "" ? root : `${root}/${directory}`);
  if (which === "all") return all.map(absolute);
  return which.flatMap((selection) => {
    if (selection === "//root") return [absolute(top)];
    return all.filter((directory) => isSelected(selection, directory, { tree, top })).map(absolute);
  });
}

type Workspace = { readonly tree: ProjectTree; readonly top: string };

/** `name`, `@scope/*`, `./packages/db`, and with dependants or dependencies: `name...`, `...name`. */
function isSelected(selection: string, directory: string, { tree, top }: Workspace): boolean {
  const plain = selection.replace(/^\.{3}\^?|\^?\.{3}$/g, "").replace(/^\{(.*)\}$/, "$1");
  if (plain === "" || plain.startsWith("!")) return false;
  const name = ownMember(tree.json(below(directory, "package.json")), "name");
  const path = directory.slice(top === "" ? 0 : top.length + 1);
  const asked = plain.replace(/^\.\//, "").replace(/\/$/, "");
  if (asked === path || path.endsWith(`/${asked}`)) return true;
  return typeof name === "string" && (name.endsWith(`/${plain}`) || coversWord(plain, name));
}

export function packagesOf(tree: ProjectTree, top: string): string[] {
  const manifest = ownMember(tree.json(below(top, "package.json")), "workspaces");
  const listed = Array.isArray(manifest) ? manifest : ownMember(manifest, "packages");
  const globs = [
    ...(Array.isArray(listed) ? listed.filter((glob) => typeof glob === "string") : []),
    ...pnpmPackages(tree.read(below(top, "pnpm-workspace.yaml")) ?? ""),
  ];
  const found = globs.flatMap((glob): string[] => {
    const plain = glob.replace(/^\.\//, "").replace(/\/$/, "");
    const parent = /^([^*!]+)\/\*{1,2}$/.exec(plain)?.[1];
    if (parent !== undefined) return tree.names(below(top, parent)).map((name) => below(below(top, parent), name));
    return /[*!]/.test(plain) ? [] : [below(top, plain)];
  });
  return [...new Set(found)]
    .filter((directory) => tree.exists(below(directory, "package.json")))
    .slice(0, MOST_PACKAGES);
}

/** The one list that is needed: a guard's check has no time to load a YAML library. */
function pnpmPackages(text: string): string[] {
  const list = /^packages:(.*(?:\n(?:[ \t#-].*)?)*)/m.exec(text)?.[1] ?? "";
  return list.replace(/#.*$/gm, "").match(/[^\s,"'[\]-][^\s,"'[\]]*/g) ?? [];
}
