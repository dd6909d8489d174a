/** A driver that opens a memory in its directory, runs one pipeline step, and prints the result. */
import { writeSync } from "node:fs";
import { openMemory } from "../../../src/main/memory.ts";
import { environment } from "../../../src/verbs/call/environment.ts";

const [work] = process.argv.slice(2);
const memory = await openMemory(environment(), { settle: "files", note: () => {} });
const done = work === "write" ? await memory.writeArtifacts() : await memory.extract();
memory.close();
writeSync(1, `${JSON.stringify(done)}\n`);
