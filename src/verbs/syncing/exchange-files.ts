/** Reads every machine's log from the commits of the sync repository, and writes a commit with all of them. */
import { isId } from "../../core/base/id.ts";
import type { RecordId } from "../../core/record/record.ts";
import type { MachineId, MachineLog } from "../../core/sync/machine-log.ts";
import type { CommitFile, SyncRepository } from "../../run/sync-repository.ts";
import {
  FORMAT_FILE,
  folderOf,
  type ReadLog,
  readLog,
  recordPath,
  writeLog,
} from "../../store/local/sync/machine-files.ts";

type Signed = Extract<ReadLog, { outcome: "signed" }>;

/** One commit as it was read. */
export type Snapshot = {
  readonly commit: string;
  readonly epoch: number;
  /** Object ids by path. */
  readonly files: ReadonlyMap<string, string>;
  readonly read: (path: string) => string | undefined;
  readonly logs: readonly Signed[];
  readonly unusable: readonly { readonly machine: MachineId; readonly reason: string }[];
};

/** Commits have most files in common, so that each object is read once. */
export async function readSnapshots(repository: SyncRepository, commits: readonly string[]): Promise<Snapshot[]> {
  const lists: { commit: string; files: ReadonlyMap<string, string> }[] = [];
  for (const commit of commits) lists.push({ commit, files: await repository.list(commit) });
  const contents = await repository.read(lists.flatMap(({ files }) => [...files.values()]));
  return lists.map(({ commit, files }) => snapshotOf(commit, files, contents));
}

function snapshotOf(
  commit: string,
  files: ReadonlyMap<string, string>,
  contents: ReadonlyMap<string, string>,
): Snapshot {
  const read = (path: string): string | undefined => contents.get(files.get(path) ?? "");
  const logs: Signed[] = [];
  const unusable: { machine: MachineId; reason: string }[] = [];
  for (const machine of machinesIn(files)) {
    const log = readLog(machine, (path) => read(`${folderOf(machine)}/${path}`));
    if (log.outcome === "signed") logs.push(log);
    else unusable.push({ machine, reason: log.reason });
  }
  return { commit, epoch: epochIn(read(FORMAT_FILE)), files, read, logs, unusable };
}

/** The newest log of each machine: a machine alone writes its own, and its number rises. */
export function newestLogs(snapshots: readonly Snapshot[]): Signed[] {
  const newest = new Map<MachineId, Signed>();
  for (const signed of snapshots.flatMap(({ logs }) => logs)) {
    const known = newest.get(signed.log.machine);
    if (known === undefined || signed.log.seq > known.log.seq) newest.set(signed.log.machine, signed);
  }
  return [...newest.values()];
}

type Whole = {
  readonly snapshots: readonly Snapshot[];
  readonly own: MachineLog;
  readonly privateKey: string;
  readonly epoch: number;
  /** Their files are in no machine's folder any more. */
  readonly forgotten: ReadonlySet<RecordId>;
};

/** The files of a commit: each machine's folder as that machine last wrote it. */
export function filesOfAll({ snapshots, own, privateKey, epoch, forgotten }: Whole): Map<string, CommitFile> {
  const files = new Map<string, CommitFile>();
  const left = [...forgotten].map((id) => `/${recordPath(id)}`);
  for (const { log } of newestLogs(snapshots)) {
    if (log.machine === own.machine) continue;
    const source = snapshots.find(({ logs }) => logs.some((signed) => signed.log === log))!;
    const folder = `${folderOf(log.machine)}/`;
    for (const [path, oid] of source.files)
      if (path.startsWith(folder) && !left.some((end) => path.endsWith(end))) files.set(path, { oid });
  }
  const write = (path: string, content: string): void => {
    // A file that a commit has already is named by its object: a round writes what changed, however much there is.
    const holder = snapshots.find((snapshot) => snapshot.read(path) === content);
    const oid = holder?.files.get(path);
    files.set(path, oid === undefined ? { content } : { oid });
  };
  for (const [path, content] of writeLog(own, privateKey)) write(`${folderOf(own.machine)}/${path}`, content);
  write(FORMAT_FILE, `${JSON.stringify({ schemaVersion: 1, epoch })}\n`);
  return files;
}

/** Whether a commit has exactly these files. */
export function hasFiles({ files: listed }: Snapshot, files: ReadonlyMap<string, CommitFile>): boolean {
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
