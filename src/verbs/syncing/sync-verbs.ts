/** The verbs that exchange records with a person's other machines: add and remove a remote, sync, status. */
import { hostname } from "node:os";
import { dirname, resolve } from "node:path";
import { type CallContext, demandPerson } from "../../context/call-context.ts";
import { isoTime } from "../../core/base/clock.ts";
import { OldhandError } from "../../core/base/error.ts";
import { screen, screenName } from "../../core/screen/clean.ts";
import { type GitOptions, isRepository, makeBareRepository } from "../../run/sync-repository.ts";
import { isDirectory, isThere, namesIn } from "../../store/local/files/durable-files.ts";
import { createMachine, type Machine, readMachine, writeMachine } from "../../store/local/sync/machine-key.ts";
import { changeMachine, demandMachine, idOf, type MachineView, notSyncing, viewOfOwn } from "./machine-verbs.ts";
import { type SyncResult, syncRound } from "./sync-round.ts";
import { underLease } from "./under-lease.ts";

export type SyncStatus = {
  readonly remotes: readonly string[];
  readonly waiting: number;
  readonly arrived: number;
  readonly lastAt: string | null;
  readonly machine?: { readonly id: string; readonly name: string; readonly fingerprint: string };
  readonly problem?: string;
};

const LIMIT_MS = 120_000;
/** In passing, a remote that does not answer at once is left to the next time. */
const PASSING_LIMIT_MS = 8000;

export function syncVerbs(call: CallContext) {
  const { env, home, store } = call;
  const git: GitOptions = { env: env.variables, limitMs: LIMIT_MS, mayAsk: true };

  return {
    /** Adds a git remote, an ssh path or a folder, and syncs with it. */
    async addRemote(
      url: string,
    ): Promise<{ readonly remote: string; readonly machine: MachineView; readonly result: SyncResult }> {
      demandPerson(env, "change how machines sync");
      const remote = await usableRemote(url, { cwd: env.cwd, git });
      const machine = readMachine(home) ?? createMachine(home, { name: screenName(hostname()), newId: store.newId });
      const isNew = machine.remotes.every((known) => known.url !== remote);
      const next = isNew ? { ...machine, remotes: [...machine.remotes, { url: remote }] } : machine;
      writeMachine(home, next);
      const result = await syncUnderLease(call, () => syncRound(call, next, git));
      const failed = result.unreachable.find((one) => one.url === remote);
      if (failed !== undefined && isNew) {
        changeMachine(call, (now) => ({ ...now, remotes: now.remotes.filter((known) => known.url !== remote) }));
        throw new OldhandError("io", `${failed.reason} The remote was not added.`);
      }
      return { remote, machine: viewOfOwn(next), result };
    },

    /** Stops using a remote; nothing is deleted there or here. */
    removeRemote(url?: string): { readonly removed: readonly string[] } {
      const removed: string[] = [];
      changeMachine(call, (machine) => {
        const left = machine.remotes.filter((remote) => url !== undefined && remote.url !== url);
        removed.push(...machine.remotes.filter((remote) => !left.includes(remote)).map((remote) => remote.url));
        if (removed.length === 0)
          throw new OldhandError("not-found", `${url} is not a remote. Known: ${listed(machine)}.`);
        return { ...machine, remotes: left };
      });
      return { removed };
    },

    /** `mayAsk`: git may ask in the terminal for a password. */
    async syncNow({ mayAsk = true } = {}): Promise<SyncResult> {
      demandPerson(env, "sync");
      const machine = demandMachine(call);
      if (machine.remotes.length === 0) throw notSyncing();
      return syncUnderLease(call, () => syncRound(call, machine, { ...git, mayAsk }));
    },

    syncStatus(): SyncStatus {
      const machine = readMachine(home);
      const { lastMs, ...times } = store.synced.times();
      return {
        remotes: machine?.remotes.map(({ url }) => url) ?? [],
        ...times,
        lastAt: lastMs === undefined ? null : isoTime(lastMs),
        ...(machine !== undefined && { machine: idOf(machine) }),
      };
    },
  };
}

/** In passing: quiet if there is nothing to sync with, if it was done lately, or if no remote answers. */
export async function syncInPassing(call: CallContext): Promise<void> {
  const { env, home, store, config } = call;
  const everyMs = config["sync.everyMinutes"] * 60_000;
  const { lastMs = 0 } = store.synced.times();
  if (everyMs === 0 || Math.abs(call.clock() - lastMs) < everyMs || store.jobs.isRunning("sync")) return;
  const machine = readMachine(home);
  if (machine === undefined || machine.remotes.length === 0) return;
  const git = { env: env.variables, limitMs: PASSING_LIMIT_MS, mayAsk: false };
  try {
    await syncUnderLease(call, () => syncRound(call, machine, git));
  } catch (error) {
    // `sync status` and `doctor` show it; the command that the person typed goes on.
    if (!(error instanceof OldhandError)) throw error;
    store.synced.setTimes({ ...store.synced.times(), lastMs: call.clock(), problem: error.message });
  }
}

async function syncUnderLease(call: CallContext, work: () => Promise<SyncResult>): Promise<SyncResult> {
  const result = await underLease(call, "own machines", work);
  const [problem] = result.unreachable;
  const before = call.store.synced.times();
  call.store.synced.setTimes({
    lastMs: call.clock(),
    arrived: before.arrived + result.arrived,
    waiting: result.waiting,
    ...(problem !== undefined && { problem: problem.reason }),
  });
  return result;
}

/** The address as git understands it; an empty folder becomes a repository. */
async function usableRemote(
  url: string,
  { cwd, git }: { readonly cwd: string | undefined; readonly git: GitOptions },
): Promise<string> {
  if (/^[a-z][a-z0-9+.-]*:\/\/[^/@]*:[^/@]*@/i.test(url) || screen(url).outcome === "secret")
    throw new OldhandError(
      "invalid",
      "The address contains a password or token. Leave it out and use ssh, or a git credential helper.",
    );
  if (url.length > 2048) throw new OldhandError("invalid", "The address is too long.");
  const isAddress = /^[a-z][a-z0-9+.-]*:\/\//i.test(url) || /^[^/\\]+@?[^/\\]*:/.test(url);
  if (isAddress && !/^[a-z]:[\\/]/i.test(url)) return url;
  const path = resolve(cwd ?? "/", url);
  if (isThere(path) && !isDirectory(path))
    throw new OldhandError("invalid", `${path} is a file. Give a folder or a git remote.`);
  // A folder may be new, but one in a place that does not exist is probably misspelt.
  if (!isDirectory(dirname(path)))
    throw new OldhandError("invalid", `${dirname(path)} does not exist. Check the address, or create it first.`);
  if (!isThere(path) || namesIn(path).length === 0) await makeBareRepository(path, git);
  else if (!(await isRepository(path, git)))
    throw new OldhandError(
      "invalid",
      `${path} is not empty and not a git repository. Give an empty folder or a git remote.`,
    );
  return path;
}

function listed({ remotes }: Machine): string {
  return remotes.length === 0 ? "none" : remotes.map(({ url }) => url).join(", ");
}
