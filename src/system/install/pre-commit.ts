/** A hook of git that checks what is about to be committed: written only where there is none, removed only as it was written. */
import { chmodSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { OldhandPaths } from "../../agents/desired-change.ts";
import { asWord } from "../../core/command/syntax/word.ts";
import { findGit, readSmallFile } from "../project/git-directory.ts";
import type { FileChange } from "./installation.ts";
import { readSettingsFile, writeSettingsFile } from "./settings-file.ts";
import { shellCommand } from "./written-files.ts";

export const PRE_COMMIT = "pre-commit";

const MARK = "# `oldhand uninstall pre-commit` removes this file.";
const CONFIG_BYTES = 262_144;

export type PreCommit = {
  readonly file: string;
  readonly isInstalled: boolean;
  /** What would be written. */
  readonly changes: readonly FileChange[];
  /** Why it cannot be installed here. */
  readonly trouble?: string;
};

/** Undefined outside of a repository. */
export function preCommitAt(dirs: readonly string[], oldhand: OldhandPaths): PreCommit | undefined {
  const git = findGit(dirs);
  if (git?.commonDir === undefined) return undefined;
  const file = join(git.commonDir, "hooks", PRE_COMMIT);
  const before = readSettingsFile(file);
  const isInstalled = before?.includes(MARK) === true;
  const after = hookText(oldhand);
  const folder = /^[ \t]*hooksPath[ \t]*=[ \t]*(\S.*)$/im.exec(
    readSmallFile(join(git.commonDir, "config"), CONFIG_BYTES) ?? "",
  );
  const own = "add the line `oldhand check --staged` to it";
  if (folder !== null)
    return {
      file,
      isInstalled,
      changes: [],
      trouble: `git runs the hooks in ${folder[1]!.trim()} here: ${own}, in pre-commit.`,
    };
  if (before !== undefined && !isInstalled)
    return { file, isInstalled, changes: [], trouble: `${file} is there already: ${own}.` };
  return { file, isInstalled, changes: before === after ? [] : [{ file, before, after }] };
}

/** A commit must still work after oldhand was removed. */
const hookText = (oldhand: OldhandPaths): string =>
  [
    "#!/bin/sh",
    MARK,
    `test -x ${asWord(oldhand.node)} -a -f ${asWord(oldhand.program)} || exit 0`,
    `exec ${shellCommand(oldhand, "check", "--staged")}`,
    "",
  ].join("\n");

export function writePreCommit({ changes }: PreCommit): void {
  for (const { file, after } of changes) {
    writeSettingsFile(file, after ?? "");
    chmodSync(file, 0o755);
  }
}

export function removePreCommit({ file, isInstalled }: PreCommit): readonly FileChange[] {
  const before = isInstalled ? readSettingsFile(file) : undefined;
  if (before === undefined) return [];
  rmSync(file);
  return [{ file, before, after: undefined }];
}
