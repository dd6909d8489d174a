/** Which key follows on which, and where a log ended because its machine went on under another key. */
import type { FormerId, KnownHeads, LogHead, MachineId, SignedLog } from "../../../core/sync/machine-log.ts";

export type Successions = {
  /** The fingerprint that follows on a key; undefined if none does, or if it is not certain which. */
  readonly successor: (fingerprint: string) => string | undefined;
  readonly endOf: (one: Pick<SignedLog, "log" | "fingerprint">) => LogHead | undefined;
  readonly alarms: readonly string[];
};

type Statement = FormerId & { readonly successor: string };

type Speaking = {
  readonly heads: KnownHeads;
  readonly trusted: ReadonlySet<string>;
  /** Ids that have a log of their own key. */
  readonly bound: ReadonlySet<MachineId>;
};

/** A key speaks for its own log alone, so that everybody's statements count before it is known whose keys they are. */
export function successionsIn(
  logs: readonly Pick<SignedLog, "former" | "fingerprint">[],
  { heads, trusted, bound }: Speaking,
): Successions {
  /** An id from before ids came from keys is that of the key that it was known with, or else of a key of the person. */
  const mayEnd = ({ id, fingerprint, isIdOfKey }: Statement): boolean =>
    isIdOfKey ||
    (!bound.has(id) && (heads[id] === undefined ? trusted.has(fingerprint) : heads[id].fingerprint === fingerprint));
  const alarms = new Set<string>();
  const ends = new Map<string, LogHead>();
  const next = new Map<string, string | undefined>();
  for (const statement of logs.flatMap(statementsIn).filter(mayEnd)) {
    const { id, fingerprint, last, successor } = statement;
    const head = heads[id]?.fingerprint === fingerprint ? heads[id] : undefined;
    if (head?.successor !== undefined && head.successor !== successor) {
      alarms.add(`A second machine says that it goes on for ${head.name}. It was not followed.`);
      continue;
    }
    if (head !== undefined && (last.seq < head.seq || (last.seq === head.seq && last.sha !== head.sha))) {
      alarms.add(
        `A machine says that it goes on for ${head.name}, whose log ended at number ${last.seq}; here it is known up to ${head.seq}. It was not followed. If it is yours, run \`oldhand sync confirm\` with its fingerprint.`,
      );
      continue;
    }
    const key = endKey(id, fingerprint);
    const known = ends.get(key);
    ends.set(key, known !== undefined && known.seq < last.seq ? known : last);
    const isSecond = next.has(fingerprint) && next.get(fingerprint) !== successor;
    if (isSecond && head !== undefined)
      alarms.add(`Two machines say that they go on for ${head.name}. None was followed.`);
    next.set(fingerprint, isSecond ? undefined : successor);
  }
  return {
    successor: (fingerprint) => next.get(fingerprint),
    endOf: ({ log, fingerprint }) => ends.get(endKey(log.machine, fingerprint)),
    alarms: [...alarms],
  };
}

function statementsIn({ former, fingerprint }: Pick<SignedLog, "former" | "fingerprint">): Statement[] {
  return former.map((one, at) => ({ ...one, successor: former[at + 1]?.fingerprint ?? fingerprint }));
}

function endKey(id: MachineId, fingerprint: string): string {
  return `${id} ${fingerprint}`;
}
