/** The person's machines as a remote: fetches from every repository that carries their logs, and sees if there is anything to do. */

import { OldhandError } from "../../../core/base/error.ts";
import { sha256 } from "../../../core/base/hash.ts";
import { ownFolders } from "../../../store/files/record-folder.ts";
import { entriesOf } from "../../../store/index/record-entries.ts";
import type { Machine } from "../../../store/replicate/machine-key.ts";
import { sharedProject } from "../../../store/replicate/match-projects.ts";
import { MACHINES } from "../../../store/rows/remotes.ts";
import type { WriteStore } from "../../../store/write-store.ts";
import { type GitOptions, openSyncRepository, type SyncRepository } from "../../../system/run/sync-repository.ts";
import type { CallContext } from "../../call/call-context.ts";
import { exchange } from "../exchange.ts";
import type { Remote } from "../remote.ts";
import type { Reached } from "./judged-logs.ts";

export type SyncResult = {
  readonly sent: number;
  /** Records that were written, changed or removed here. */
  readonly arrived: number;
  /** Records of projects that are not known here. */
  readonly waiting: number;
  /** Records that are not valid or contain a secret. */
  readonly refused: number;
  /** Machines whose key nobody confirmed, by name. */
  readonly unconfirmed: readonly string[];
  /** Folders of machines that cannot be used, with the reason. */
  readonly unusable: readonly string[];
  /** What was refused because it is not what this machine, or one that is known, has said. */
  readonly alarms: readonly string[];
  readonly unreachable: readonly { readonly url: string; readonly reason: string }[];
};

export type Found = Pick<SyncResult, "waiting" | "refused" | "unconfirmed" | "unusable" | "alarms">;

export async function syncRound(call: CallContext, machine: Machine, git: GitOptions): Promise<SyncResult> {
  const repository = openSyncRepository(call.home.syncRepository, git);
  const exchanging = { call, machine, repository };
  try {
    return await exchange(call, ownMachines(exchanging));
  } catch (error) {
    if (!repository.isDamaged()) throw error;
    repository.discard();
    return exchange(call, ownMachines(exchanging));
  }
}

type Exchanging = {
  readonly call: CallContext;
  readonly machine: Machine;
  readonly repository: SyncRepository;
};

/** The person's machines as a remote: what each of them says is in one git repository, and this one says its part with it. */
function ownMachines(exchanging: Exchanging): Remote<SyncResult> {
  const { call, repository } = exchanging;
  const total = { sent: 0, arrived: 0, alarms: new Set<string>() };
  const added = (result: SyncResult): SyncResult => {
    total.sent += result.sent;
    total.arrived += result.arrived;
    for (const alarm of result.alarms) total.alarms.add(alarm);
    return { ...result, ...total, alarms: [...total.alarms] };
  };
  return {
    id: MACHINES,
    found: ({ arrived, waiting, alarms, unreachable: [first] }) => ({
      arrived,
      waiting,
      alarms,
      problem: first?.reason,
    }),
    folders: ownFolders(call.home, call.store.registry.all()),
    async begin(store) {
      store.synced.setExchanging(true);
      await repository.ensure();
      const heads = await fetchAll(exchanging);
      const { own, reached, unreachable } = heads;
      const inputs = inputsOf(call.config, store, { machine: exchanging.machine, own, reached });
      const settled = store.synced.settled();
      if (inputs !== undefined && settled?.inputs === inputs) {
        return { done: added({ ...(settled.found as Found), sent: 0, arrived: 0, unreachable }) };
      }
      // A quiet round reads no logs.
      const { machineRound } = await import("./machine-round.ts");
      const round = await machineRound({ ...exchanging, store, heads, inputs });
      return {
        ...round,
        async finish() {
          const { isPublished, ...result } = await round.finish();
          const all = added(result);
          return isPublished ? all : "overtaken";
        },
      };
    },
  };
}

export type RoundParts = Exchanging & {
  readonly store: WriteStore;
  readonly heads: Awaited<ReturnType<typeof fetchAll>>;
  readonly inputs: string | undefined;
};

/** The local commit and each remote's; a remote that cannot be reached is left to the next round. */
async function fetchAll({ machine, repository }: Exchanging) {
  const reached: Reached[] = [];
  const unreachable: { url: string; reason: string }[] = [];
  for (const { url } of machine.remotes) {
    try {
      const head = (await repository.receive(url)) === "empty" ? undefined : await repository.theirs();
      reached.push({ url, head });
    } catch (error) {
      if (!(error instanceof OldhandError) || repository.isDamaged()) throw error;
      unreachable.push({ url, reason: error.message });
    }
  }
  return { own: await repository.own(), reached, unreachable };
}

/** What the outcome of a round depends on, as one hash: with the inputs of a quiet one there is nothing to do. Undefined if the round has to be made anyway: rows of history are not worth a hash, and what was forgotten has to go. */
function inputsOf(
  config: CallContext["config"],
  store: WriteStore,
  {
    machine: { privateKey: _, ...machine },
    ...heads
  }: Pick<Exchanging, "machine"> & Pick<RoundParts["heads"], "own" | "reached">,
): string | undefined {
  const { synced, remotes } = store;
  if (config["sync.include"].length > 0 || synced.hasIncluded()) return undefined;
  if (synced.restart() !== undefined || synced.hasToPrune()) return undefined;
  const versions = entriesOf(store.index).versionsIn(store.folders.map(({ key }) => key));
  return sha256(
    JSON.stringify([
      machine,
      heads,
      remotes.lastRevision(),
      [...versions].sort(([a], [b]) => (a < b ? -1 : 1)),
      store.decisions.all(),
      store.tombstones.lines(),
      store.registry.all().map(sharedProject),
    ]),
  );
}
