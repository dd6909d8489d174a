/** Finds the file behind the name of a program, its interpreter, and the package that it was installed with. */
import { closeSync, constants, openSync, readSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { isInside } from "../../../core/project/project.ts";
import { isFile, isFolder, realPath, upFrom } from "./read-paths.ts";
import { isMachineWide } from "./tables.ts";

type FoundProgram = {
  /** The program, and the interpreters that its first line names. */
  readonly files: readonly string[];
  /** The folder that it was installed in: it loads the rest of its code from there. */
  readonly installation?: string;
  /** A script of the person's that may load anything. */
  readonly isLoose: boolean;
};

type Search = { readonly path: readonly string[]; readonly root: string };

export function findProgram(
  name: string,
  folders: readonly string[],
  { path, root }: Search,
): FoundProgram | undefined {
  const file = folders.map((folder) => resolve(folder, name)).find(isFile);
  if (file === undefined) return undefined;
  const real = realPath(file);
  const words = interpreterOf(real);
  const interpreters = words
    .flatMap((word) => (word.includes("/") ? [word] : path.map((folder) => join(folder, word))))
    .filter(isFile);
  const found = { files: [file, ...interpreters.slice(0, 2)] };
  if (isMachineWide(real) || isInside(real, realPath(root)) || words.length === 0) return { ...found, isLoose: false };
  const installation = installationOf(real);
  return installation === undefined ? { ...found, isLoose: true } : { ...found, installation, isLoose: false };
}

/** Node's packages, or a virtual environment of Python. */
function installationOf(file: string): string | undefined {
  // A package that is installed for all projects has its own dependencies inside.
  const packages = /^.*?\/lib\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)|^.*?\/node_modules(?=\/)/.exec(file)?.[0];
  if (packages !== undefined) return packages;
  return upFrom(file).find((folder) => isFolder(folder) && isFile(join(folder, "pyvenv.cfg")));
}

const FIRST_LINE_BYTES = 256;

/** `#!/usr/bin/env -S node --x`: the interpreter, and the program that `env` starts. */
function interpreterOf(file: string): string[] {
  const line = /^#!\s*([^\n]+)/.exec(firstBytes(file))?.[1] ?? "";
  const [interpreter = "", ...rest] = line.trim().split(/\s+/);
  if (interpreter === "") return [];
  const started = basename(interpreter) === "env" ? rest.find((word) => !/^-|=/.test(word)) : undefined;
  return started === undefined ? [interpreter] : [interpreter, started];
}

function firstBytes(file: string): string {
  let open: number | undefined;
  try {
    open = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
    const bytes = Buffer.alloc(FIRST_LINE_BYTES);
    return bytes.toString("latin1", 0, readSync(open, bytes));
  } catch {
    return ""; // not readable: not a script
  } finally {
    if (open !== undefined) closeSync(open);
  }
}
