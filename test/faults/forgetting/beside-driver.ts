/** A process of several on one home: it opens the memory again and again, and adds records or forgets one of its own. */
import { writeSync } from "node:fs";
import { openMemory } from "../../../src/main/memory.ts";
import { environment } from "../../../src/verbs/call/environment.ts";

const [role, name, rounds] = process.argv.slice(2) as [string, string, string];
for (let n = 0; n < Number(rounds); n++) {
  try {
    await turn(n);
  } catch (error) {
    writeSync(1, `${(error as Error).stack}\n`);
  }
}

async function turn(n: number): Promise<void> {
  const memory = await openMemory(environment(), { settle: "all", note: () => {} });
  try {
    const word = role === "forget" ? "zyxomma" : "quay";
    const { record } = await memory.add({
      text: `The ${word} ${name}${n}q is at pier ${n}`,
      type: "fact",
      scope: "global",
    });
    if (role === "forget") await memory.forget(await memory.forgettable({ id: record!.id }));
    else if (n % 5 === 4) await memory.update(record!.id, { text: `The ${word} ${name}${n}q has moved to pier ${n}` });
  } finally {
    memory.close();
  }
}
