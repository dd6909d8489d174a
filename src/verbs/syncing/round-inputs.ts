/** Everything that the outcome of a round depends on, as one hash: a round with the inputs of a quiet one has nothing to do. */
import type { CallContext } from "../../context/call-context.ts";
import { sha256 } from "../../core/base/hash.ts";
import { entriesOf } from "../../store/local/index/record-entries.ts";
import type { Machine } from "../../store/local/sync/machine-key.ts";
import type { WriteStore } from "../../store/local/write-store.ts";
import { sharedProject } from "../../sync/match-projects.ts";
import type { Reached } from "./publish.ts";

type Exchanged = {
  readonly machine: Machine;
  /** The local commit. */
  readonly own: string | undefined;
  readonly reached: readonly Reached[];
};

/** Undefined if the round has to be made anyway: rows of history are not worth a hash, and what was forgotten has to go. */
export function inputsOf(
  config: CallContext["config"],
  store: WriteStore,
  { machine: { privateKey: _, ...machine }, ...heads }: Exchanged,
): string | undefined {
  const { synced } = store;
  if (config["sync.include"].length > 0 || synced.hasIncluded()) return undefined;
  if (synced.restart() !== undefined || synced.hasToPrune()) return undefined;
  const versions = entriesOf(store.index).versionsIn(store.folders.map(({ key }) => key));
  return sha256(
    JSON.stringify([
      machine,
      heads,
      synced.lastRevision(),
      [...versions].sort(([a], [b]) => (a < b ? -1 : 1)),
      store.decisions.all(),
      store.tombstones.lines(),
      store.registry.all().map(sharedProject),
    ]),
  );
}
