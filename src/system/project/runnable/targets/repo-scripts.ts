/** Scripts that a repository keeps as files: `scripts/backup-db.sh`, found by name, first comment and what they run. */
import type { ProjectTarget } from "../../../../core/plan/material.ts";
import { below, isPlainName, type ProjectTree, targetFrom, wayUp } from "../project-tree.ts";

const FOLDERS = ["scripts", "script", "bin", "tools", "hack", "ops"];
const MOST_SCRIPTS = 60;
const MOST_LINES = 40;

/** The interpreter of a file that is not executable, by how its name ends. */
const INTERPRETERS: readonly (readonly [end: RegExp, program: string])[] = [
  [/\.(?:sh|bash)$/, "bash"],
  [/\.py$/, "python3"],
  [/\.(?:m?js|cjs|m?ts)$/, "node"],
  [/\.rb$/, "ruby"],
];

export function repoScripts(tree: ProjectTree): ProjectTarget[] {
  const folders = FOLDERS.filter((folder) => tree.names(folder).length > 0);
  return folders.flatMap((folder) =>
    tree
      .names(folder)
      .filter((name) => isPlainName(name) && !/\.(?:md|txt|json|ya?ml|toml|d\.ts)$|^[._]/.test(name))
      .flatMap((name) => scriptAt(tree, below(folder, name)) ?? [])
      .slice(0, MOST_SCRIPTS),
  );
}

function scriptAt(tree: ProjectTree, file: string): ProjectTarget | undefined {
  const text = tree.read(file);
  if (text === undefined || text.includes("\0")) return undefined;
  const isMarked = text.startsWith("#!");
  const interpreter = INTERPRETERS.find(([end]) => end.test(file))?.[1];
  if (!isMarked && interpreter === undefined) return undefined;
  const up = tree.here === "" ? "" : `${wayUp(tree.here, "")}/`;
  const run =
    isMarked && tree.isExecutable(file) ? `${up === "" ? "./" : up}${file}` : `${interpreter ?? "sh"} ${up}${file}`;
  const name = file.slice(file.lastIndexOf("/") + 1).replace(/\.\w+$/, "");
  const lines = text.split("\n", MOST_LINES).filter((line) => /\S/.test(line) && !line.startsWith("#!"));
  const description = /^(?:#+|\/\/+|""")\s*([^"]+?)(?:""")?$/.exec(lines[0]?.trim() ?? "")?.[1];
  const isShell = interpreter === "bash" || /^#!.*\b(?:ba|z|da|k)?sh\b/.test(text);
  const runs = isShell ? lines.filter((line) => !line.startsWith("#")).join("\n") : "";
  return { ...targetFrom({ name, run, file }, { description }), ...(runs !== "" && { runs: runs.slice(0, 1500) }) };
}
