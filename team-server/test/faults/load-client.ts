/** A client under load: changes records at random, sends each change until it is answered, and follows the space. */
import { setTimeout as sleep } from "node:timers/promises";
import { idMaker } from "../../../src/core/base/id.ts";
import type { MemoryRecord } from "../../../src/core/record/record.ts";
import { type CommitAnswer, changesAnswer, commitAnswer, commitsAnswer } from "../../../src/core/team/wire.ts";
import { wireText } from "../../../src/core/team/wire-record.ts";
import type { SentChange } from "../../../src/core/team/wire-types.ts";
import type { Random } from "../../../test/fixtures/random.ts";
import { recordOf } from "../../../test/fixtures/records.ts";
import { type Client, newKey } from "../../../test/fixtures/team-server.ts";

/** A change that the server acknowledged. */
export type Acknowledged = {
  readonly id: string;
  readonly seq: number;
  readonly version: string | null;
  readonly author: string;
  readonly sentMs: number;
  readonly ms: number;
};

export type LoadClient = {
  readonly client: Client;
  /** What it holds: the record's version and its author. */
  readonly held: Map<string, { readonly version: string; readonly text: string; readonly author: string }>;
  readonly acknowledged: Acknowledged[];
  /** When each change of others arrived, by number. */
  readonly arrived: Map<number, number>;
  counts: { conflicts: number; retries: number; resets: number };
  /** Adds, edits or removes up to `most` records in one request, each with its own key and answer. */
  operate(random: Random, most?: number): Promise<void>;
  /** Adds so many records, many to a commit. */
  fill(records: number): Promise<void>;
  sync(waitSeconds?: number): Promise<void>;
};

const FILLED_AT_ONCE = 250;
const newId = idMaker(() => Date.now());

export function loadClient(client: Client): LoadClient {
  const held: LoadClient["held"] = new Map();
  const counts = { conflicts: 0, retries: 0, resets: 0 };
  const [acknowledged, arrived]: [Acknowledged[], Map<number, number>] = [[], new Map()];
  let cursor = "";

  const sync = async (waitSeconds = 0): Promise<void> => {
    for (;;) {
      const path = `/changes?since=${cursor}&wait=${waitSeconds}`;
      const page = changesAnswer.parse(await untilAnswered(() => client.at("GET", path), counts));
      if (page.reset) {
        held.clear();
        counts.resets += 1;
      }
      for (const change of page.changes) {
        arrived.set(change.seq, performance.now());
        if (change.op === "remove") held.delete(change.id);
        else held.set(change.id, { version: change.version, text: change.record, author: change.author.id });
      }
      cursor = page.cursor;
      if (!page.more) return;
    }
  };

  const settle = (answer: CommitAnswer, sentMs: number): void => {
    if (answer.outcome === "conflict") counts.conflicts += 1;
    else if (answer.outcome !== "kept") throw new Error(`unexpected: ${JSON.stringify(answer)}`);
    else
      for (const { id, seq, version } of answer.kept)
        acknowledged.push({ id, seq, version, author: client.member, sentMs, ms: performance.now() - sentMs });
  };
  // The same keys until there is an answer: at least once for the network, once for the space.
  const send = async (path: string, body: object): Promise<unknown> =>
    untilAnswered(() => client.at("POST", path, { schemaVersion: 1, ...body }), counts);
  const sendEach = async (changes: readonly SentChange[]): Promise<void> => {
    const sentMs = performance.now();
    const commits = changes.map((change) => ({ key: newKey(), changes: [change] }));
    const { answers } = commitsAnswer.parse(await send("/commits", { commits }));
    if (answers.length !== changes.length) throw new Error("an answer is missing");
    for (const answer of answers) settle(answer, sentMs);
  };

  return {
    ...{ client, held, acknowledged, arrived, counts, sync },
    async operate(random, most = 1) {
      const known = [...held];
      const wanted = Array.from({ length: 1 + random.below(most) }, (): SentChange => {
        const act = random.below(10);
        if (act < 5 || known.length === 0) return put(newRecord(`Statement ${newKey()} of a client.`), null);
        const [id, { version, text }] = random.pick(known);
        if (act < 9) return { op: "put", id, base: version, record: edited(text) };
        return { op: "remove", id, base: version };
      });
      // Of a record one change at a time is on its way.
      await sendEach([...new Map(wanted.map((change) => [change.id, change])).values()]);
    },
    async fill(records) {
      for (let left = records; left > 0; left -= FILLED_AT_ONCE) {
        const sentMs = performance.now();
        const changes = Array.from({ length: Math.min(left, FILLED_AT_ONCE) }, () =>
          put(newRecord(`Statement ${newKey()} from before.`), null),
        );
        settle(commitAnswer.parse(await send("/commit", { key: newKey(), changes })), sentMs);
      }
    },
  };
}

function newRecord(text: string): MemoryRecord {
  return recordOf({ text, id: newId("rec") });
}

function put(record: MemoryRecord, base: string | null): SentChange {
  return { op: "put", id: record.id, base, record: wireText(record) };
}

function edited(text: string): string {
  return `${text.trimEnd()} Edited ${newKey()}.\n`;
}

const AGAIN_MS = 50;

/** Refused connections, broken answers and 503 mean nothing: the request is sent again. */
async function untilAnswered(
  ask: () => Promise<{ readonly status: number; readonly json: unknown; readonly text: string }>,
  counts: LoadClient["counts"],
): Promise<unknown> {
  for (;;) {
    const reply = await ask().catch(() => undefined);
    if (reply?.status === 200 && reply.json !== undefined) return reply.json;
    if (reply !== undefined && reply.status < 500) throw new Error(`refused: ${reply.text}`);
    counts.retries += 1;
    await sleep(AGAIN_MS);
  }
}
