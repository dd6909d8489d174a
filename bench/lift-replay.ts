/**
 * What memory would have given to real people's past sessions, and whether they then needed it:
 * `node bench/lift-replay.ts DIR`. Each session is replayed with what was known before it began. Not causal.
 */
import { rmSync } from "node:fs";
import { openMemory } from "../src/open/memory.ts";
import { envOf } from "./labelled/nominated.ts";
import { personHome } from "./labelled/person-home.ts";
import { labelledSessions } from "./labelled/sessions-data.ts";

const [directory = ""] = process.argv.slice(2);
const data = labelledSessions(directory);
if (data === undefined) {
  console.log("Skipped: give the directory of the labelled sessions, with gold.jsonl and transcripts/.");
  process.exit(0);
}
const people = [...new Set(data.messages.map(({ person }) => person))];
for (const person of people) {
  const place = personHome(data.directory, person);
  const env = envOf(place);
  const first = await openMemory(env, { settle: "files" });
  for (const key of ["memories.maxRolloutAgeDays", "memories.maxRolloutsPerStartup"]) await first.set(key, "100000");
  first.close();
  const learning = await openMemory(env, { settle: "files" });
  await learning.learn();
  learning.close();
  const memory = await openMemory(env, { settle: "files" });
  const from = Date.now();
  const { replay } = await memory.lift({ everywhere: true, mostMoments: Number.MAX_SAFE_INTEGER });
  console.log(person, JSON.stringify(replay), Date.now() - from);
  memory.close();
  rmSync(place.home, { recursive: true, force: true });
}
