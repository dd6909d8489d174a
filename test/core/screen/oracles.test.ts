import assert from "node:assert/strict";
import { test } from "node:test";
import { lintSource } from "@secretlint/core";
import { creator } from "@secretlint/secretlint-rule-preset-recommend";
import { findSecrets } from "../../../src/core/screen/secrets.ts";
import { readLines } from "../../fixtures/read-tsv.ts";
import { cases } from "./kinds.ts";
import { type Draw, drawFrom } from "./made-up.ts";

/**
 * Shapes of tokens as their issuers publish them. `[set]{n}` draws n characters; `vendor|` at the start names the vendor
 * that must be mentioned for the value to be recognisable.
 */
const PUBLISHED_SHAPES = readLines("screen/published-token-shapes.tsv", "shape");

/** Ids, names, public keys, sizes, files and placeholders. */
const NOT_SECRETS = readLines("screen/lines-mistaken-for-secrets.tsv", "line");

test("whatever secretlint flags, the screen flags too", async (t) => {
  const all = cases();
  const flagged: string[] = [];
  for (const { text } of all) if (await secretlintFlags(text)) flagged.push(text);
  const missed = flagged.filter((text) => findSecrets(text).length === 0);
  t.diagnostic(`secretlint flags ${flagged.length} of ${all.length}, the screen misses ${missed.length} of those`);
  assert.ok(flagged.length > 100);
  assert.deepEqual(missed, []);
});

test("nearly all tokens of published shapes are found", (t) => {
  const lines = PUBLISHED_SHAPES.flatMap((shape, row) => linesOf(shape, drawFrom(row)));
  const missed = lines.filter((line) => findSecrets(line).length === 0);
  const recall = 1 - missed.length / lines.length;
  t.diagnostic(`recall ${(recall * 100).toFixed(1)} % of ${lines.length} lines, ${PUBLISHED_SHAPES.length} shapes`);
  assert.ok(recall >= 0.95, missed.join("\n"));
});

test("hardly any line that other scanners mistake for a secret is flagged", (t) => {
  const flagged = NOT_SECRETS.filter((line) => findSecrets(line).length > 0);
  t.diagnostic(`${flagged.length} of ${NOT_SECRETS.length} lines flagged`);
  assert.ok(flagged.length <= NOT_SECRETS.length * 0.05, flagged.join("\n"));
});

async function secretlintFlags(content: string): Promise<boolean> {
  const { messages } = await lintSource({
    source: { filePath: "note.txt", content, contentType: "text", ext: ".txt" },
    options: {
      config: { rules: [{ id: "@secretlint/secretlint-rule-preset-recommend", rule: creator, options: {} }] },
    },
  });
  return messages.length > 0;
}

/** A value of the shape as it appears in code and prose, with its vendor if the shape alone is too general. */
function linesOf(shape: string, draw: Draw): string[] {
  const [, vendor, rest] = /^(\w+)\|(.*)$/.exec(shape) ?? [];
  const value = (rest ?? shape).replace(/\[([^\]]+)\]\{(\d+)\}/g, (_, set: string, count: string) =>
    draw(charsOf(set), Number(count)),
  );
  if (vendor === undefined) return [`we use ${value} for now`, `X=${value}`, `"value": "${value}",`];
  return [`${vendor}_token = "${value}"`, `${vendor}: ${value}`, `const ${vendor}Client = '${value}';`];
}

function charsOf(set: string): string {
  return set.replace(/(\w)-(\w)/g, (_, first: string, last: string) => {
    const start = first.charCodeAt(0);
    return String.fromCharCode(...Array.from({ length: last.charCodeAt(0) - start + 1 }, (__, step) => start + step));
  });
}
