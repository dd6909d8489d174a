/** A driver that adds, updates and deletes in a loop: prints what it is about to do, does it, and acknowledges it. */
import { writeSync } from "node:fs";
import { fileHash, library } from "../tools/built-library.ts";
import { type Random, seededRandom } from "../tools/seeded-random.ts";

export type Report =
  | { readonly intent: "add"; readonly text: string }
  | { readonly intent: "update"; readonly id: string; readonly text: string }
  | { readonly intent: "delete"; readonly id: string }
  | { readonly ack: "put"; readonly id: string; readonly file: string; readonly sha: string }
  | { readonly ack: "delete"; readonly id: string };

if (import.meta.main) await write(Number(process.argv[2]), seededRandom(Number(process.argv[3])));

async function write(round: number, random: Random): Promise<void> {
  const { openMemory, environment } = await library();
  const memory = await openMemory(environment(), { settle: "all", note: (text) => writeSync(2, `${text}\n`) });
  const ids = (await memory.list({ status: "all" })).map(({ id }) => id);
  for (let n = 0; ; n++) {
    const word = `round${round}step${n}`;
    const text = `The ${word} lever of machine ${word}x turns valve ${word}y. ${"It is oiled weekly. ".repeat(random(40))}`;
    const id = ids[random(ids.length + 1)];
    const chance = random(100);
    if (id === undefined || chance < 50) {
      print({ intent: "add", text: text.trim() });
      const { record } = await memory.add({ text, type: "fact", scope: "global" });
      print({ ack: "put", id: record!.id, file: record!.file, sha: fileHash(record!.file) });
      ids.push(record!.id);
    } else if (chance < 85) {
      print({ intent: "update", id, text: text.trim() });
      const { record } = await memory.update(id, { text });
      print({ ack: "put", id, file: record!.file, sha: fileHash(record!.file) });
    } else {
      print({ intent: "delete", id });
      await memory.delete(id);
      print({ ack: "delete", id });
      ids.splice(ids.indexOf(id), 1);
    }
  }
}

function print(report: Report): void {
  writeSync(1, `${JSON.stringify(report)}\n`);
}
