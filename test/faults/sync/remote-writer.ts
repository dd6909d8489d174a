/** Somebody who can write to the remote: reads the machines' folders there, and replaces them. */
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Cleaning, git, tempDir } from "../../fixtures/git-repo.ts";

export type Files = ReadonlyMap<string, string>;

export type RemoteWriter = ReturnType<typeof remoteWriter>;

export function remoteWriter(t: Cleaning, remote: string) {
  const clone = join(tempDir(t, "writer"), "clone");
  execFileSync("git", ["clone", "--quiet", "--branch", "oldhand", remote, clone]);
  const fetch = (): void => {
    git(clone, "fetch", "--quiet", "origin", "oldhand");
    git(clone, "reset", "--quiet", "--hard", "FETCH_HEAD");
  };
  const folder = (machine: string): string => join(clone, "machines", machine);
  return {
    /** The files of a machine's folder as they are at the remote. */
    read(machine: string): Map<string, string> {
      fetch();
      const names = readdirSync(folder(machine), { recursive: true, encoding: "utf8", withFileTypes: true });
      return new Map(
        names
          .filter((entry) => entry.isFile())
          .map((entry) => join(entry.parentPath, entry.name))
          .map((path) => [path.slice(folder(machine).length + 1), readFileSync(path, "utf8")]),
      );
    },
    /** Makes a machine's folder exactly these files; without files, the folder is gone. */
    write(machine: string, files: Files | undefined): void {
      fetch();
      rmSync(folder(machine), { recursive: true, force: true });
      for (const [path, content] of files ?? []) {
        const file = join(folder(machine), path);
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, content);
      }
      git(clone, "add", "--all");
      git(clone, "commit", "--quiet", "--allow-empty", "--message", "x");
      git(clone, "push", "--quiet", "--force", "origin", "HEAD:oldhand");
    },
  };
}
