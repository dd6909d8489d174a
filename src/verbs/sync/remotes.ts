/** The verbs that exchange records with a person's other machines: add and remove a remote, sync, status. */
import { hostname } from "node:os";
import { dirname, resolve } from "node:path";
import { isoTime } from "../../core/base/clock.ts";
import { OldhandError } from "../../core/base/error.ts";
import { screen, screenName } from "../../core/screen/clean.ts";
import { isDirectory, isThere, namesIn } from "../../store/files/durable-files.ts";
import { createMachine, type Machine, readMachine, writeMachine } from "../../store/replicate/machine-key.ts";
import { MACHINES } from "../../store/rows/remotes.ts";
import { type GitOptions, isRepository, makeBareRepository } from "../../system/run/sync-repository.ts";
import { type CallContext, demandPerson } from "../call/call-context.ts";
import { type SyncResult, syncRound } from "../exchange/machines/sync-round.ts";
import { inPassing, underLease } from "../exchange/under-lease.ts";
import {
  changeMachine,
  demandSyncing,
  idOf,
  type MachineView,
  notSyncing,
  problemOf,
  viewOfOwn,
} from "./machine-keys.ts";

export type SyncStatus = {
  readonly remotes: readonly string[];
  readonly waiting: number;
  readonly arrived: number;
  readonly lastAt: string | null;
  readonly machine?: { readonly id: string; readonly name: string; readonly fingerprint: string };
  readonly problem?: string;
  /** What the last sync refused because it is not what this machine, or one that is known, has said. */
  readonly alarms?: readonly string[];
};

const LIMIT_MS = 120_000;
/** In passing, a remote that does not answer at once is left to the next time. */
const PASSING_LIMIT_MS = 8000;

/** Adds a git remote, an ssh path or a folder, and syncs with it. */
function gitFor({ env }: CallContext, { mayAsk }: Pick<GitOptions, "mayAsk">): GitOptions {
  return { env: env.variables, limitMs: LIMIT_MS, mayAsk };
}

export async function useRemote(
  call: CallContext,
  url: string,
): Promise<{ readonly remote: string; readonly machine: MachineView; readonly result: SyncResult }> {
  const { env, home } = call;
  demandPerson(env, "change how machines sync");
  const git = gitFor(call, { mayAsk: true });
  const remote = await usableRemote(url, { cwd: env.cwd, git });
  if (readMachine(home) === undefined) createMachine(home, screenName(hostname()));
  const machine = demandSyncing(call);
  const isNew = machine.remotes.every((known) => known.url !== remote);
  const next = isNew ? { ...machine, remotes: [...machine.remotes, { url: remote }] } : machine;
  writeMachine(home, next);
  const result = await syncUnderLease(call, git);
  const failed = result.unreachable.find((one) => one.url === remote);
  if (failed !== undefined && isNew) {
    changeMachine(call, (now) => ({ ...now, remotes: now.remotes.filter((known) => known.url !== remote) }));
    throw new OldhandError("io", `${failed.reason} The remote was not added.`);
  }
  return { remote, machine: viewOfOwn(next), result };
}

/** Stops using a remote; nothing is deleted there or here. */
export function dropRemotes(call: CallContext, url?: string): { readonly removed: readonly string[] } {
  const removed: string[] = [];
  changeMachine(call, (machine) => {
    const left = machine.remotes.filter((remote) => url !== undefined && remote.url !== url);
    removed.push(...machine.remotes.filter((remote) => !left.includes(remote)).map((remote) => remote.url));
    if (removed.length === 0) throw new OldhandError("not-found", `${url} is not a remote. Known: ${listed(machine)}.`);
    return { ...machine, remotes: left };
  });
  return { removed };
}

/** `mayAsk`: git may ask in the terminal for a password. */
export async function exchangeWithRemotes(call: CallContext, { mayAsk = true } = {}): Promise<SyncResult> {
  const { env } = call;
  demandPerson(env, "sync");
  if (demandSyncing(call).remotes.length === 0) throw notSyncing();
  return syncUnderLease(call, gitFor(call, { mayAsk }));
}

export function remotesNow(call: CallContext): SyncStatus {
  const { home, store } = call;
  const machine = readMachine(home);
  const { lastMs, arrived, waiting, alarms, ...last } = store.remotes.progress(MACHINES);
  const problem = (machine && problemOf(machine)) ?? last.problem;
  return {
    remotes: machine?.remotes.map(({ url }) => url) ?? [],
    arrived,
    waiting,
    ...(problem !== undefined && { problem }),
    ...(alarms.length > 0 && { alarms }),
    lastAt: lastMs === undefined ? null : isoTime(lastMs),
    ...(machine !== undefined && { machine: idOf(machine) }),
  };
}

export async function syncInPassing(call: CallContext): Promise<void> {
  const machine = readMachine(call.home);
  if (machine === undefined || machine.remotes.length === 0) return;
  const git = { env: call.env.variables, limitMs: PASSING_LIMIT_MS, mayAsk: false };
  await inPassing(call, [MACHINES], { run: () => syncUnderLease(call, git) });
}

function syncUnderLease(call: CallContext, git: GitOptions): Promise<SyncResult> {
  return underLease(call, "own machines", () => syncRound(call, demandSyncing(call), git));
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
