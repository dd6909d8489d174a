/** The versions of runtimes, package managers and dependencies that the manifests of a repository state, and where. */
import type { Repo } from "./repo.ts";

type Stated = { readonly file: string; readonly text: string };

const MANIFEST_BYTES = 1024 * 1024;

/** Files that hold nothing but the version of one program. */
const VERSION_FILES: ReadonlyMap<string, readonly string[]> = new Map([
  ["node", [".nvmrc", ".node-version"]],
  ["python", [".python-version"]],
  ["ruby", [".ruby-version"]],
  ["java", [".java-version"]],
  ["go", [".go-version"]],
  ["deno", [".deno-version"]],
  ["bun", [".bun-version"]],
  ["npm", []],
  ["pnpm", []],
  ["yarn", []],
]);

/** As `.tool-versions` calls them, where that is another name. */
const TOOL_NAMES: ReadonlyMap<string, string> = new Map([
  ["node", "nodejs"],
  ["go", "golang"],
]);

const DEPENDENCY_LISTS = ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"];

/** Programs may be pinned in files that we do not read; for a dependency, package.json decides. */
export function isProgram(tool: string): boolean {
  return VERSION_FILES.has(tool);
}

export function statedVersions(tool: string, repo: Repo): readonly Stated[] {
  const stated: Stated[] = [];
  const say = (file: string, text: unknown): void => {
    if (typeof text === "string" && text.trim() !== "") stated.push({ file, text: text.trim() });
  };
  for (const file of VERSION_FILES.get(tool) ?? []) say(file, versionLine(repo.read(file, MANIFEST_BYTES)));
  say(".tool-versions", toolVersion(tool, repo));
  sayPackage(tool, repo.json("package.json"), (text) => say("package.json", text));
  if (tool === "python") say("pyproject.toml", firstMatch(PYTHON, repo.read("pyproject.toml", MANIFEST_BYTES)));
  if (tool === "go") say("go.mod", firstMatch(GO, repo.read("go.mod", MANIFEST_BYTES)));
  return stated;
}

const PYTHON = /^(?:requires-python|python)[ \t]*=[ \t]*["']([^"'\n]+)["']/m;
const GO = /^go[ \t]+([\d.]+)/m;

function sayPackage(tool: string, manifest: unknown, say: (text: unknown) => void): void {
  for (const list of ["engines", "volta"]) say(own(own(manifest, list), tool));
  const manager = own(manifest, "packageManager");
  if (typeof manager === "string" && manager.startsWith(`${tool}@`)) say(manager.slice(tool.length + 1));
  for (const list of DEPENDENCY_LISTS) say(own(own(manifest, list), tool));
}

/** Own members only: a file may name `__proto__` or `constructor`. */
export function own(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Record<string, unknown>)[key];
}

function versionLine(text: string | undefined): string | undefined {
  const line = text?.split("\n").find((each) => each.trim() !== "" && !each.startsWith("#"));
  return line?.trim().replace(/^[a-z]+-(?=\d)/, "");
}

function toolVersion(tool: string, repo: Repo): string | undefined {
  const text = repo.read(".tool-versions", MANIFEST_BYTES);
  if (text === undefined) return undefined;
  const names = [tool, TOOL_NAMES.get(tool)];
  const line = text.split("\n").find((each) => names.includes(each.trim().split(/\s+/, 1)[0]));
  return line?.trim().split(/\s+/)[1];
}

function firstMatch(pattern: RegExp, text: string | undefined): string | undefined {
  return text === undefined ? undefined : pattern.exec(text)?.[1];
}
