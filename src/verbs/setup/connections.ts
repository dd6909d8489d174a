/** Connects oldhand to a shell or an agent, or disconnects it, only as it was shown: what changed since is shown again first. */

import { OldhandError } from "../../core/base/error.ts";
import { sha256 } from "../../core/base/hash.ts";
import { screen } from "../../core/screen/clean.ts";
import type { Env } from "../call/environment.ts";
import { type ChangedLines, changedLines } from "../print/format.ts";
import { type FileChange, installVerbs, type TargetView } from "./install-verbs.ts";

export type ConnectAct = "connect" | "disconnect";

export type ConnectionPreview = Pick<TargetView, "name" | "title" | "gets" | "afterwards"> & {
  readonly act: ConnectAct;
  /** Only the lines that change, without secrets. */
  readonly files: readonly (ChangedLines & {
    readonly file: string;
    /** It does not exist before, or after. */
    readonly is: "created" | "changed" | "removed";
  })[];
  /** Names this exact change, shown to this viewer. */
  readonly mark: string;
};

type Ask = { readonly name: string; readonly act: ConnectAct; readonly viewer: string };

export function connections(env: Env) {
  const installing = installVerbs(env);
  const changesOf = ({ name, act }: Ask): readonly FileChange[] =>
    act === "connect" ? installing.target(name).changes : installing.wouldUninstall(name);
  const markOf = (ask: Ask): string => sha256(JSON.stringify([ask.viewer, ask.act, ask.name, changesOf(ask)]));
  return {
    preview(ask: Ask): ConnectionPreview {
      const { name, title, gets, afterwards, trouble } = installing.target(ask.name);
      if (trouble !== undefined) throw new OldhandError("invalid", trouble);
      return {
        ...{ name, title, gets, act: ask.act, mark: markOf(ask) },
        files: changesOf(ask).map(shown),
        ...(afterwards !== undefined && { afterwards }),
      };
    },

    change({ mark, ...ask }: Ask & { readonly mark: string }): { readonly files: readonly string[] } {
      if (markOf(ask) !== mark)
        throw new OldhandError("conflict", "The files changed since this was shown. Look at the difference again.");
      const written = ask.act === "connect" ? installing.install(ask.name).written : installing.uninstall(ask.name);
      return { files: written.map(({ file }) => file) };
    },
  };
}

function shown({ file, before, after }: FileChange): ConnectionPreview["files"][number] {
  const { removed, added } = changedLines({ before, after });
  const clean = (lines: readonly string[]): string[] => lines.map((line) => screen(line).text);
  const is = before === undefined ? "created" : after === undefined ? "removed" : "changed";
  return { file, is, removed: clean(removed), added: clean(added) };
}
