import assert from "node:assert/strict";
import { test } from "node:test";
import { withoutNames } from "../../../../src/store/replicate/team/without-names.ts";
import { recordOf } from "../../../fixtures/records.ts";

const NAMES = { root: "/home/ana/src/app", home: "/home/ana", host: "lynx-7", user: "ana" };

const CASES: readonly (readonly [string, string])[] = [
  ["Run /home/ana/src/app/seed.sh", "Run ./seed.sh"],
  ["The root is /home/ana/src/app", "The root is ."],
  ["Not /home/ana/src/application", "Not ~/src/application"],
  ["Logs are in /home/ana/logs", "Logs are in ~/logs"],
  ["Not /home/anabel/logs", "Not /home/anabel/logs"],
  ["ssh ana@lynx-7 uptime", "ssh user@host uptime"],
  ["lynx-7 and LYNX-7 are the same, lynx-77 is not", "host and host are the same, lynx-77 is not"],
  ["Banana and ana are words", "Banana and ana are words"],
  ["/Users/ana/x on a Mac", "/Users/user/x on a Mac"],
  ["Use pnpm, never npm", "Use pnpm, never npm"],
];

for (const [text, clean] of CASES)
  test(`"${text}" leaves as "${clean}"`, () => assert.equal(withoutNames(recordOf({ text }), NAMES).text, clean));

test("every field is cleaned, and a key that was made from the text is made again", () => {
  const record = recordOf({
    text: "Run /home/ana/src/app/seed.sh first",
    key: "run-home-ana-src-app-seed-sh",
    value: "/home/ana/src/app/seed.sh",
    steps: ["/home/ana/src/app/seed.sh", "make"],
    aliases: ["/home/ana/seed"],
    keywords: ["lynx-7"],
    tags: ["ana@lynx-7"],
    verify: ["exists /home/ana/src/app/seed.sh"],
    statusReason: "moved to /home/ana/old",
  });
  assert.doesNotMatch(JSON.stringify(withoutNames(record, NAMES)), /home.ana|lynx|ana@/);
});

test("without names nothing changes", () => {
  const record = recordOf({ text: "Run /srv/x" });
  assert.deepEqual(withoutNames(record, {}), record);
  assert.deepEqual(withoutNames(record, { root: "/", home: "/", host: "localhost", user: "a" }), record);
});
