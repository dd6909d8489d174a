/** Creates a home with many confirmed record files; the same count always gives the same records. */
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { idMaker, shortId } from "../src/core/base/id.ts";
import { acceptanceHash } from "../src/core/record/acceptance.ts";
import { writeRecord } from "../src/core/record/file.ts";
import { categoryOf, type RecordId, TYPES } from "../src/core/record/record.ts";
import { slug } from "../src/core/text/words.ts";
import { openState } from "../src/store/databases/state-db.ts";
import { homeFrom } from "../src/store/files/home.ts";
import { acceptancesOf } from "../src/store/rows/acceptances.ts";
import { recordOf } from "../test/fixtures/records.ts";
import { sentence } from "./sentences.ts";

const BEGIN_MS = Date.UTC(2026, 0, 1);

/** Records of every type except habits, about 24 words each. */
export function homeOf(count: number): string {
  const home = mkdtempSync(join(tmpdir(), `oldhand-bench-${count}-`));
  const types = TYPES.filter((type) => type !== "habit");
  for (const type of types) mkdirSync(join(home, "records", categoryOf(type)), { recursive: true, mode: 0o700 });
  let nowMs = BEGIN_MS;
  const newId = idMaker(() => nowMs++);
  const hashes = new Map<RecordId, string>();
  for (let n = 0; n < count; n++) {
    const type = types[n % types.length]!;
    const record = recordOf({ id: newId("rec"), type, text: `${sentence(n)} (${n})` });
    const name = `${slug(record.key)}-${shortId(record.id)}.md`;
    writeFileSync(join(home, "records", record.category, name), writeRecord(record), { mode: 0o600 });
    hashes.set(record.id, acceptanceHash(record));
  }
  confirm(home, hashes);
  return home;
}

function confirm(home: string, hashes: ReadonlyMap<RecordId, string>): void {
  const state = openState(homeFrom({ oldhandHome: home }), { at: () => {}, note: () => {} });
  const acceptances = acceptancesOf(state);
  state.write(() => {
    for (const [id, hash] of hashes) acceptances.add({ fromRepo: false }, { id, hash }, BEGIN_MS);
  });
  state.close();
}
