/** What somebody with write access to the remote can put in place of a machine's log: without a key, or with that machine's. */
import type { RecordId } from "../../../src/core/record/record.ts";
import type { MachineLog } from "../../../src/core/sync/machine-log.ts";
import { fingerprintOf, successorOf } from "../../../src/store/replicate/machine-key.ts";
import { hashOf } from "../../../src/store/replicate/machines/machine-files.ts";
import type { MemoryHome } from "../../fixtures/memory-home.ts";
import { hostileLog, type Key, logIn, machineOf, newKey, signedAs } from "./forged-log.ts";
import type { Files, RemoteWriter } from "./remote-writer.ts";

type Attacked = { readonly writer: RemoteWriter; readonly records: readonly RecordId[] };

export type Victim = { readonly id: string; readonly home: MemoryHome; readonly files: Files };

/** Puts something in the place of the victim's folder, or beside it. */
export type Attack = (at: Attacked, victim: Victim) => void;

/** Another machine's own log, which says another text for every record, and then forgets it. */
export function strangersFiles(from: MachineLog, records: readonly RecordId[], key: Key): Files {
  const log = hostileLog({ ...from, machine: key.id, successions: [] }, records);
  const versions = records.flatMap((id) =>
    log.versions.map((one) => ({ ...one, id, text: one.text.replace(one.id, id) })),
  );
  return signedAs({ ...log, versions }, key);
}

/** By somebody without any key of the person. */
export const BY_A_WRITER: Readonly<Record<string, Attack>> = {
  "a log of any other key with a higher number": ({ writer, records }, { id, files }) =>
    writer.write(id, signedAs(hostileLog(logIn(id, files), records, { ahead: 100, files }), newKey())),
  "a log of any other key that continues the real one": ({ writer, records }, { id, files }) =>
    writer.write(id, signedAs(hostileLog(logIn(id, files), records, { files }), newKey())),
  "the machine's own key in the list and another one's signature": ({ writer, records }, { id, home, files }) =>
    writer.write(id, signedAs(hostileLog(logIn(id, files), records), newKey(), { claims: machineOf(home).publicKey })),
  "another list below the real signature": ({ writer }, { id, files }) =>
    writer.write(id, new Map([...files, ["machine.json", files.get("machine.json")!.replace('"seq": ', '"seq": 9')]])),
  "no records, although the list names them": ({ writer }, { id, files }) =>
    writer.write(id, new Map([...files].filter(([path]) => !path.startsWith("records/")))),
  "another text in a record": ({ writer }, { id, files }) =>
    writer.write(id, new Map([...files].map(([path, text]) => [path, path.endsWith(".md") ? `${text}evil\n` : text]))),
  "no tombstones": ({ writer }, { id, files }) =>
    writer.write(id, new Map([...files].filter(([path]) => path !== "tombstones.jsonl"))),
  "nothing at all": ({ writer }, { id }) => writer.write(id, undefined),
  "a log of any other key, which a stranger's log says that it follows": ({ writer, records }, { id, home, files }) => {
    const stranger = newKey();
    const forged = signedAs(hostileLog(logIn(id, files), records, { files }), stranger);
    const former = { ...machineOf(home), ...stranger, id, successions: [] };
    const next = successorOf(former, { seq: logIn(id, forged).seq, sha: hashOf(forged) });
    const log = { ...logIn(id, files), machine: next.id, seq: 1, earlier: [], successions: next.successions };
    writer.write(next.id, signedAs({ ...log, versions: [], removals: [] }, next));
    writer.write(id, forged);
  },
  "a log of any other key, beside a stranger's that is about all records": ({ writer, records }, { id, files }) => {
    const stranger = newKey();
    writer.write(stranger.id, strangersFiles(logIn(id, files), records, stranger));
    writer.write(id, signedAs(hostileLog(logIn(id, files), records, { files }), newKey()));
  },
  "half a list": ({ writer }, { id, files }) =>
    writer.write(id, new Map([...files, ["machine.json", files.get("machine.json")!.slice(0, 200)]])),
};

/** By somebody who has the key of the machine. */
export const BY_A_THIEF: Readonly<Record<string, Attack>> = {
  "a fork": ({ writer, records }, { id, home, files }) =>
    writer.write(id, signedAs(hostileLog(logIn(id, files), records, { ahead: 0 }), machineOf(home))),
  "a fork that went on": ({ writer, records }, { id, home, files }) => {
    const log = logIn(id, files);
    const fork = { ...hostileLog(log, records), earlier: ["0".repeat(64), ...log.earlier] };
    writer.write(id, signedAs(fork, machineOf(home)));
  },
  "a gap": ({ writer, records }, { id, home, files }) =>
    writer.write(
      id,
      signedAs({ ...hostileLog(logIn(id, files), records, { ahead: 5 }), earlier: [] }, machineOf(home)),
    ),
};

/** Confirms a new machine at the stolen one, and returns that machine's key. */
export function introduce({ writer }: Pick<Attacked, "writer">, { id, home, files }: Victim): Key {
  const key = newKey();
  const log = logIn(id, files);
  const next = { ...log, seq: log.seq + 1, earlier: [hashOf(files), ...log.earlier] };
  const nothing = { versions: [], removals: [], confirmed: [], revoked: [], successions: [], earlier: [] };
  writer.write(key.id, signedAs({ ...log, ...nothing, name: "guest", machine: key.id, seq: 1 }, key));
  writer.write(id, signedAs({ ...next, confirmed: [...log.confirmed, fingerprintOf(key.publicKey)] }, machineOf(home)));
  return key;
}
