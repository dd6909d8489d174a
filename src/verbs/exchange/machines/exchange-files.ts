/** Reads every machine's log from the commits of the sync repository, and writes a commit with all of them. */
import { isId } from "../../../core/base/id.ts";
import type { RecordId } from "../../../core/record/record.ts";
import type { MachineId, SignedLog } from "../../../core/sync/machine-log.ts";
import type { FoundLogs, Judged, OfferedLog, Unusable } from "../../../store/replicate/machines/judge-logs.ts";
import {
  FORMAT_FILE,
  folderOf,
  type MachineFiles,
  readLog,
  recordPath,
} from "../../../store/replicate/machines/machine-files.ts";
import type { CommitFile, SyncRepository } from "../../../system/run/sync-repository.ts";

/** One commit as it was read. */
export type RemoteSnapshot = {
  readonly commit: string;
  readonly epoch: number;
  /** Object ids by path. */
  readonly files: ReadonlyMap<string, string>;
  readonly read: (path: string) => string | undefined;
  readonly logs: readonly SignedLog[];
  readonly unusable: readonly { readonly machine: MachineId; readonly reason: string }[];
};

/** A commit at a remote, or without address this machine's own copy. */
export type CommitSource = { readonly commit: string; readonly at?: string };

/** Commits have most files in common, so that each object is read once. */
export async function readSnapshots(repository: SyncRepository, commits: readonly string[]): Promise<RemoteSnapshot[]> {
  const lists: { commit: string; files: ReadonlyMap<string, string> }[] = [];
  for (const commit of commits) lists.push({ commit, files: await repository.list(commit) });
  const contents = await repository.read(lists.flatMap(({ files }) => [...files.values()]));
  return lists.map(({ commit, files }) => snapshotOf(commit, files, contents));
}

function snapshotOf(
  commit: string,
  files: ReadonlyMap<string, string>,
  contents: ReadonlyMap<string, string>,
): RemoteSnapshot {
  const read = (path: string): string | undefined => contents.get(files.get(path) ?? "");
  const logs: SignedLog[] = [];
  const unusable: { machine: MachineId; reason: string }[] = [];
  for (const machine of machinesIn(files)) {
    const log = readLog(machine, (path) => read(`${folderOf(machine)}/${path}`));
    if (log.outcome === "signed") logs.push(log.signed);
    else unusable.push({ machine, reason: log.reason });
  }
  return { commit, epoch: epochIn(read(FORMAT_FILE)), files, read, logs, unusable };
}

/** Everything that was found, with where it was found. */
export function foundIn(snapshots: readonly RemoteSnapshot[], sources: readonly CommitSource[]): FoundLogs {
  const all = sources.flatMap(({ commit, at }) => {
    const where = at === undefined ? {} : { at };
    const { logs, unusable } = snapshots.find((snapshot) => snapshot.commit === commit)!;
    const candidates = logs.map((signed): OfferedLog => ({ ...signed, ...where }));
    return { candidates, unusable: unusable.map((one): Unusable => ({ ...one, ...where })), at };
  });
  return {
    candidates: all.flatMap(({ candidates }) => candidates),
    unusable: all.flatMap(({ unusable }) => unusable),
    filled: all.flatMap(({ at }) => at ?? []),
  };
}

type Whole = {
  readonly snapshots: readonly RemoteSnapshot[];
  readonly judged: Pick<Judged, "carried" | "heads">;
  readonly own: { readonly machine: MachineId; readonly files: MachineFiles };
  readonly epoch: number;
  /** Their files are in no machine's folder any more. */
  readonly forgotten: ReadonlySet<RecordId>;
};

/** The files of a commit: each machine's folder as that machine last wrote it. */
export function filesOfAll({ snapshots, judged, own, epoch, forgotten }: Whole): Map<string, CommitFile> {
  const files = new Map<string, CommitFile>();
  const left = [...forgotten].map((id) => `/${recordPath(id)}`);
  const carry = (machine: MachineId, source: RemoteSnapshot | undefined): void => {
    const folder = `${folderOf(machine)}/`;
    for (const [path, oid] of source?.files ?? [])
      if (path.startsWith(folder) && !left.some((end) => path.endsWith(end))) files.set(path, { oid });
  };
  for (const { log } of judged.carried)
    carry(
      log.machine,
      snapshots.find(({ logs }) => logs.some((signed) => signed.log === log)),
    );
  // What cannot be read may be a newer program's.
  const settled = new Set([own.machine, ...Object.keys(judged.heads), ...judged.carried.map(({ log }) => log.machine)]);
  const others = snapshots.flatMap(({ unusable }) => unusable.map(({ machine }) => machine));
  for (const machine of new Set(others.filter((id) => !settled.has(id))))
    carry(
      machine,
      snapshots.find(({ unusable }) => unusable.some((one) => one.machine === machine)),
    );
  const write = (path: string, content: string): void => {
    // A file that a commit has already is named by its object: a round writes what changed, however much there is.
    const holder = snapshots.find((snapshot) => snapshot.read(path) === content);
    const oid = holder?.files.get(path);
    files.set(path, oid === undefined ? { content } : { oid });
  };
  for (const [path, content] of own.files) write(`${folderOf(own.machine)}/${path}`, content);
  write(FORMAT_FILE, `${JSON.stringify({ schemaVersion: 1, epoch })}\n`);
  return files;
}

/** Whether a commit has exactly these files. */
export function hasFiles({ files: listed }: RemoteSnapshot, files: ReadonlyMap<string, CommitFile>): boolean {
  return (
    listed.size === files.size && [...files].every(([path, file]) => "oid" in file && listed.get(path) === file.oid)
  );
}

function machinesIn(files: ReadonlyMap<string, string>): MachineId[] {
  const names = [...files.keys()].flatMap((path) => /^machines\/(mac_[^/]+)\//.exec(path)?.[1] ?? []);
  return [...new Set(names)].filter((name) => isId(name, "mac"));
}

/** How often the history was started again to forget something. */
function epochIn(text: string | undefined): number {
  const [, digits = "0"] = /"epoch":(\d{1,9})\b/.exec(text ?? "") ?? [];
  return Number(digits);
}
