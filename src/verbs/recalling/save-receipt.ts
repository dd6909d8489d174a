/** Saves the receipt of a recall or a brief in the journal. */

import type { Receipt } from "../../core/ports.ts";
import { screen } from "../../core/screen/clean.ts";
import type { ReadContext } from "../call/call-context.ts";

/** The query may contain a secret, so it is screened; the beginning of a long document is enough. */
export async function saveReceipt(
  call: ReadContext,
  { query, ...receipt }: Omit<Receipt, "id" | "atMs">,
  session: string | undefined,
): Promise<string> {
  const id = call.newId("rcp");
  const screened = screen(query, { privatePatterns: call.config["capture.private"] }).text.slice(0, QUERY_CHARS);
  await call.journal.append({ id, atMs: call.clock(), query: screened, ...receipt }, session);
  return id;
}

const QUERY_CHARS = 2000;
