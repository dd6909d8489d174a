/** The fix that is known for an error: found by the error's signature, told as the command that ran, once a session. */
import { briefText, lineOf } from "../../brief/brief-text.ts";
import { mayEnterPrompt } from "../../brief/render.ts";
import type { ReadContext } from "../../context/call-context.ts";
import { sha256 } from "../../core/base/hash.ts";
import { signatureOf } from "../../core/session/error-signature.ts";
import { freshNonce } from "../../core/text/marker.ts";
import { estimateTokens } from "../../core/text/tokens.ts";

export type KnownFixAsk = {
  /** What the failed command printed. */
  readonly output: string;
  readonly session: string;
  /** Known to that session in another way. */
  readonly known?: ReadonlySet<string>;
};

const MOST_FIXES = 2;
const LOOKED_AT = 10;

/** Empty where none is known or all were told. The words of the error are matched, and handed to nobody. */
export async function knownFix(call: ReadContext, { output, session, known }: KnownFixAsk): Promise<string> {
  const signature = signatureOf(output.slice(0, MOST_CHARACTERS));
  if (signature === undefined) return "";
  const mark = sha256(signature).slice(0, 12);
  const found = await call.search.matches({
    text: mark,
    types: ["pitfall"],
    statuses: ["active"],
    vouchedFor: true,
    limit: LOOKED_AT,
  });
  const told = await call.journal.given(session);
  const fixes = found
    .map(({ kept }) => kept)
    .filter(({ record }) => record.key.endsWith(` ${mark}`) && mayEnterPrompt(record))
    .filter(({ record: { id } }) => !told.has(id) && known?.has(id) !== true)
    .slice(0, MOST_FIXES);
  if (fixes.length === 0) return "";
  const text = briefText(
    fixes.map(({ record }) => ({ layer: "B", text: lineOf(record) })),
    { nonce: freshNonce(call.random) },
  );
  await call.journal.append(
    {
      id: call.newId("rcp"),
      atMs: call.clock(),
      query: "",
      budget: call.config["brief.budget"],
      tokens: estimateTokens(text),
      included: fixes.map(({ record, tokens }) => ({ id: record.id, relevance: 1, tokens, layer: "B" })),
      omitted: [],
    },
    session,
  );
  return text;
}

const MOST_CHARACTERS = 64 * 1024;
