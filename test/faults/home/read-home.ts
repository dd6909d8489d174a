/** A driver that opens a home like a command, read-only if writing is refused, and prints what it found. */
import { writeSync } from "node:fs";
import { environment } from "../../../src/index.ts";
import { openMemory } from "../../../src/main/memory.ts";
import { openReadOnly } from "../../../src/main/open-call.ts";
import "../../../src/store/files/yaml-head.ts";
import { reading } from "../../../src/verbs/recalling/read-verbs.ts";

export type Found = {
  /** Why nothing can be written. */
  readonly refused?: { readonly code: string; readonly message: string };
  /** Why not even reading works. */
  readonly unread?: { readonly code: string; readonly message: string };
  readonly listed?: readonly string[];
  readonly recalled?: readonly string[];
};

if (import.meta.main) await look();

async function look(): Promise<void> {
  // Loaded only now, because this file may be in a directory that other users cannot read.
  const uid = Number(process.env.OLDHAND_TEST_UID ?? 0);
  if (uid > 0) {
    process.setgid?.(uid);
    process.setuid?.(uid);
  }
  const found: { -readonly [Key in keyof Found]: Found[Key] } = {};
  const options = { settle: "all" as const, note: (text: string) => void writeSync(2, text) };
  try {
    const memory = await openMemory(environment(), options);
    memory.close();
  } catch (error) {
    found.refused = errorOf(error);
  }
  try {
    const { context, close } = await openReadOnly(environment(), options);
    const memory = reading(context);
    found.listed = (await memory.list({ status: "all" })).map(({ text }) => text).sort();
    found.recalled = (await memory.recall({ query: "windmill", format: "json" })).results.map(({ text }) => text);
    close();
  } catch (error) {
    found.unread = errorOf(error);
  }
  writeSync(1, `${JSON.stringify(found)}\n`);
}

function errorOf(error: unknown): { code: string; message: string } {
  const { code, message } = error as { code?: string; message: string };
  return { code: code ?? "none", message };
}
