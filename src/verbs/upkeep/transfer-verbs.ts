/** The verbs that move a memory to another machine and back: export, import, and everything as lines. */
import { resolve } from "node:path";
import { isoTime } from "../../core/base/clock.ts";
import { OldhandError } from "../../core/base/error.ts";
import { isDirectory, isThere } from "../../store/files/durable-files.ts";
import type { Exported } from "../../store/transfer/export-import.ts";
import { type CallContext, changedBy, demandPerson } from "../call/call-context.ts";
import type { recordVerbs } from "../record/kept/record-verbs.ts";
import { propose } from "../suggestion/proposal/propose.ts";

type ImportView = {
  readonly imported: number;
  readonly duplicates: number;
  readonly proposed: number;
  readonly skipped: readonly { readonly reason: string; readonly count: number }[];
};

type Add = ReturnType<typeof recordVerbs>["add"];

export function transferVerbs(call: CallContext, add: Add) {
  const { store, clock, env } = call;
  const at = (directory: string): string => resolve(env.cwd ?? "/", directory);
  // Loads the YAML reader, the largest module of all.
  const transfer = () => import("../../store/transfer/export-import.ts");
  return {
    /** Writes everything as plain files into a new directory. */
    async export(directory?: string): Promise<Exported> {
      const day = isoTime(clock()).slice(0, 10);
      return (await transfer()).exportTo(store, at(directory ?? `oldhand-export-${day}`), isoTime(clock()));
    },

    /** Imports an export, or a directory of Markdown notes: as the person's own, or as an external source. */
    async import(directory: string, { as = "external" }: { as?: "person" | "external" } = {}): Promise<ImportView> {
      const path = at(directory);
      if (!isThere(path)) throw new OldhandError("not-found", `${path} does not exist.`);
      if (!isDirectory(path))
        throw new OldhandError("invalid", `${path} is a file. Give the directory of the export or the notes.`);
      const { isExport } = await transfer();
      if (isExport(path)) demandPerson(env, "import an export");
      if (as === "person") demandPerson(env, "decide on suggestions");
      const view = isExport(path) ? await ownExport(call, path) : await foreignNotes(path, { add, trust: as });
      await store.refresh("sweep");
      return view;
    },

    /** Whether a directory is an export of oldhand, and not somebody's notes. */
    isExport: async (directory: string): Promise<boolean> => (await transfer()).isExport(at(directory)),

    /** Everything as JSON, one line each, sorted. */
    dump: async (): Promise<string[]> => (await transfer()).canonicalDump(store),
  };
}

async function ownExport(call: CallContext, path: string): Promise<ImportView> {
  const { importFrom } = await import("../../store/transfer/export-import.ts");
  const { deletedBefore, ...counts } = importFrom(call.store, path);
  const reason = "It was deleted or dismissed here before.";
  for (const record of deletedBefore) await propose(call, { act: "keep", record, reason }, changedBy(call.env).by);
  return { ...counts, proposed: deletedBefore.length };
}

type Foreign = { readonly add: Add; readonly trust: "person" | "external" };

async function foreignNotes(path: string, { add, trust }: Foreign): Promise<ImportView> {
  const counts = { imported: 0, duplicates: 0, proposed: 0 };
  const skipped = new Map<string, number>();
  const skip = (reason: string): void => void skipped.set(reason, (skipped.get(reason) ?? 0) + 1);
  const { readForeignNotes } = await import("../../store/transfer/export-import.ts");
  for (const note of readForeignNotes(path)) {
    if (note.outcome === "invalid") {
      skip(note.reason);
      continue;
    }
    const speaker = { origin: "imported", trust, source: `import:${note.name}` } as const;
    const done = await add(note.statement, speaker).catch(asSkipped);
    if (done.outcome === "refused") skip(done.reason ?? "refused");
    else counts[done.outcome === "merged" ? "duplicates" : done.outcome === "proposed" ? "proposed" : "imported"] += 1;
  }
  return { ...counts, skipped: [...skipped].map(([reason, count]) => ({ reason, count })) };
}

/** An invalid note is counted, and the import goes on. */
function asSkipped(error: unknown): { readonly outcome: "refused"; readonly reason: string } {
  if (error instanceof OldhandError && error.code === "invalid") return { outcome: "refused", reason: error.message };
  throw error;
}
