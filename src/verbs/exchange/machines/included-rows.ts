/** History, sessions and counters, which travel only if `sync.include` names them. */

import { OldhandError } from "../../../core/base/error.ts";
import type { MachineLog } from "../../../core/sync/machine-log.ts";
import { forgottenRows } from "../../../store/forget/forgotten-phrases.ts";
import { exportLines, importLines } from "../../../store/transfer/export-lines.ts";
import type { WriteStore } from "../../../store/write-store.ts";
import type { CallContext } from "../../call/call-context.ts";

/** The kinds of rows behind each word. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  history: ["event"],
  sessions: ["session", "turn", "synopsis", "statement", "cure", "end"],
  counters: ["counter", "use"],
};

type Config = Pick<CallContext["config"], "sync.include">;

export function includedLines(store: WriteStore, config: Config): string[] {
  const kinds = includedKinds(config);
  if (kinds.size === 0) return [];
  store.synced.setIncluded();
  return exportLines(store).filter((line) => kinds.has(kindOf(line)));
}

/** Rows that are here already, or were forgotten here, are skipped. */
export function importIncluded(store: WriteStore, config: Config, logs: readonly MachineLog[]): void {
  const kinds = includedKinds(config);
  const lines = logs.flatMap((log) => log.included).filter((line) => kinds.has(kindOf(line)));
  if (lines.length === 0) return;
  const forgotten = forgottenRows(store.tombstones, () => true);
  importLines(store, lines, { isDeleted: ({ id }) => store.tombstones.isForgotten(id), forgotten });
}

function includedKinds(config: Config): ReadonlySet<string> {
  const words = config["sync.include"];
  const unknown = words.find((word) => !Object.hasOwn(KINDS, word));
  if (unknown !== undefined)
    throw new OldhandError(
      "invalid",
      `sync.include: "${unknown}" is not one of ${Object.keys(KINDS).join(", ")}. Correct it with \`oldhand config set sync.include\`.`,
    );
  return new Set(words.flatMap((word) => KINDS[word] ?? []));
}

function kindOf(line: string): string {
  return /^\{"kind":"(\w+)"/.exec(line)?.[1] ?? "";
}
