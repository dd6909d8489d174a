/** How well and how fast statements are captured from messages, by the labelled sentences: `node bench/auto-capture.ts`. */
import { captureFrom } from "../src/extract/message.ts";
import {
  PARTS,
  type Score,
  score,
  scoreOfWholeMessages,
  sentencesLabelled,
} from "../test/fixtures/messages/labelled.ts";

const ROUNDS = 20;

console.log("part      sentences  traps  right  wrong  missed  precision  recall");
for (const part of PARTS) print(part, score(sentencesLabelled(part)));
print("messages", scoreOfWholeMessages());

function print(part: string, { sentences, traps, right, wrong, missed, precision, recall }: Score): void {
  const counts = [sentences, traps, right, wrong, missed].map((count, at) =>
    String(count).padStart([9, 6, 6, 6, 7][at]!),
  );
  console.log(
    `${part.padEnd(9)} ${counts.join(" ")} ${precision.toFixed(3).padStart(10)} ${recall.toFixed(3).padStart(7)}`,
  );
}

const texts = PARTS.flatMap((part) => sentencesLabelled(part).map(({ text }) => text));
const beginMs = performance.now();
for (let round = 0; round < ROUNDS; round++) for (const text of texts) captureFrom(text, { inProject: true });
const tookMs = performance.now() - beginMs;
console.log(`\n${Math.round((texts.length * ROUNDS) / (tookMs / 1000))} sentences per second, one per message`);

const HOSTILE = ["must ", "is not , not but ", "we use in ", "- no, actually, the it is not\n", "`", "<a>\n"];
const MEGABYTE = 1_000_000;
for (const piece of HOSTILE) {
  const message = piece.repeat(Math.ceil(MEGABYTE / piece.length));
  const startMs = performance.now();
  captureFrom(message, { inProject: true });
  console.log(`1 MB of ${JSON.stringify(piece)}: ${Math.round(performance.now() - startMs)} ms`);
}
