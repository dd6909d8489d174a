/** A driver that imports one transcript of Claude Code and prints what it imported. */
import { writeSync } from "node:fs";
import { library } from "../tools/built-library.ts";

export type Taken = { readonly imported: number; readonly skipped: unknown; readonly peakMegabytes: number };

if (import.meta.main) await importTranscript(process.argv[2]!);

async function importTranscript(file: string): Promise<void> {
  const { openMemory, environment } = await library();
  const memory = await openMemory(environment(), { settle: "files", note: (text) => writeSync(2, `${text}\n`) });
  writeSync(1, "begun\n");
  const { imported, skipped } = await memory.importSessions({ agent: "claude-code", file });
  memory.close();
  const taken: Taken = { imported, skipped, peakMegabytes: process.resourceUsage().maxRSS / 1024 };
  writeSync(1, `${JSON.stringify(taken)}\n`);
}
