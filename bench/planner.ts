/** How well the grounded planner answers the labelled requests, and how long it takes: `node bench/planner.ts [--faults] [part]`. */
import { parseArgs } from "node:util";
import { answered, isRight, PARTS, type Part, requestsLabelled, score } from "../test/fixtures/requests/labelled.ts";

const { values, positionals } = parseArgs({
  options: { faults: { type: "boolean", default: false } },
  allowPositionals: true,
});
const parts = positionals.length > 0 ? (positionals as Part[]) : PARTS;

for (const part of parts) {
  const requests = requestsLabelled(part);
  const began = performance.now();
  const answers = answered(requests);
  const ms = performance.now() - began;
  const { answerable, first, amongThree, unanswerable, refused, wrong, wrongAndDestroys } = score(answers);
  const none = answers.length - first - refused - wrong;
  console.log(
    `${part}: right first ${share(first, answerable)}, among three ${share(amongThree, answerable)}, refused ${share(refused, unanswerable)}; none though wanted ${none}, wrong ${wrong}, wrong and destructive ${wrongAndDestroys}; ${(ms / requests.length).toFixed(2)} ms a request`,
  );
  if (!values.faults) continue;
  for (const one of answers) {
    const isFine = one.expected.length === 0 ? one.first === undefined : isRight(one, [one.first]);
    if (!isFine)
      console.log(
        `  ${one.project}: ${one.request}\n    wanted ${one.expected.join(" || ") || "none"}\n    got ${one.first ?? "none"} | ${one.three.join(" | ")}`,
      );
  }
}

function share(part: number, all: number): string {
  return `${part} of ${all} (${((100 * part) / all).toFixed(1)} %)`;
}
