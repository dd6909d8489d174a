import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { Memory } from "../../../src/main/memory.ts";
import { tempDir } from "../../fixtures/git-repo.ts";
import { madeUpId, oldhand, recordFile, safetyHome, tracesOf } from "../../fixtures/safety-home.ts";

const C = "zqxprivate3306wv";
const T = [..."x"].map((char) => String.fromCodePoint(0xe0000 + char.charCodeAt(0))).join("");

const VARIANTS: readonly string[] = [
  ...[`<private>${C}</private>`, `<PRIVATE>${C}</PRIVATE>`, `<Private>${C}</pRiVaTe>`, `<private >${C}</private >`],
  ...[`< private >${C}< /private >`, `<private\n>${C}</private\n>`, `<private\t>${C}</private>`, `<private/>${C}`],
  ...[`<private reason="x">${C}</private>`, `<private a='1' b=2>${C}</private>`, `<private>${C}`, `${C}</private>`],
  ...[`<private>a<private>b</private>${C}</private>`, `<private><b>${C}</b></private>`, `<private>${C}<private>`],
  ...[`<private>a</private> <private>${C}</private>`, `<private>${C}</privat`, `<private ${C}`, `<private\n${C}`],
  ...[`<private>\r\n${C}\r\n</private>`, `<private>\n\n${C}\n\n</private>`, `> <private>${C}</private>`],
  ...[`\`\`\`\n<private>${C}</private>\n\`\`\``, `<!-- <private>${C}</private> -->`, `+<private>${C}</private>`],
  ...[`{"a":"<private>${C}</private>"}`, `| <private>${C}</private> |`, `- <private>${C}</private>`],
  ...[`&lt;private&gt;${C}&lt;/private&gt;`, `&LT;private&GT;${C}&LT;/private&GT;`, `&amp;lt;private&amp;gt;${C}`],
  ...[`&#60;private&#62;${C}&#60;/private&#62;`, `&#x3c;private&#x3e;${C}&#x3C;/private&#x3E;`],
  ...[`\\u003cprivate\\u003e${C}\\u003c/private\\u003e`, `\\x3cprivate\\x3e${C}`, `\\<private\\>${C}\\</private\\>`],
  ...[`%3Cprivate%3E${C}%3C/private%3E`, `%3cprivate%3e${C}%3c%2fprivate%3e`, `%253Cprivate%253E${C}`],
  ...[`<pri\u200bvate>${C}</private>`, `<\u200bprivate\u200b>${C}</private>`, `<priv\u00adate>${C}</private>`],
  ...[`<pri\u2060vate>${C}</private>`, `<pri${T}vate>${C}</private>`, `<p\x1b[31mrivate>${C}</private>`],
  ...[`<private\x1b[0m>${C}</private>`, `＜private＞${C}＜/private＞`, `<ｐｒｉｖａｔｅ>${C}</ｐｒｉｖａｔｅ>`],
  ...[`‹private›${C}‹/private›`, `〈private〉${C}〈/private〉`, `<private>${C}</private>${C.slice(0, 3)}`],
];

/** Entries of `capture.private`, and how the text they match may be written. */
const LISTED: readonly { readonly pattern: string; readonly text: string }[] = [
  { pattern: C, text: C },
  { pattern: C, text: C.toUpperCase() },
  { pattern: C.toUpperCase(), text: C },
  { pattern: `${C.slice(0, 6)}*`, text: C },
  { pattern: `*${C.slice(-6)}`, text: C },
  { pattern: `${C.slice(0, 3)}*${C.slice(-3)}`, text: C },
  { pattern: `*${C.slice(4, 10)}*`, text: C },
  { pattern: C, text: `${C.slice(0, 5)}\u200b${C.slice(5)}` },
  { pattern: C, text: `${C.slice(0, 5)}\x1b[0m${C.slice(5)}` },
  { pattern: `Project ${C}`, text: `project ${C}` },
];

type Door = (memory: Memory, text: string, n: number) => Promise<unknown>;

const DOORS: Readonly<Record<string, Door>> = {
  text: (memory, text, n) => memory.add({ text: `Statement ${n} begins. ${text}` }),
  key: (memory, text, n) => memory.add({ text: `Statement ${n} has a key.`, key: `k${n} ${text}` }),
  value: (memory, text, n) => memory.add({ text: `Statement ${n} has a value.`, value: text }),
  steps: (memory, text, n) => memory.add({ text: `Statement ${n} has steps.`, type: "workflow", steps: ["ls", text] }),
  marks: (memory, text, n) =>
    memory.add({ text: `Statement ${n} has marks.`, tags: [text], aliases: [text], keywords: [text], paths: [text] }),
  update: (memory, text) => memory.update(madeUpId(1), { text: `It changed. ${text}`, tags: [text], key: `k ${text}` }),
  recall: (memory, text) => memory.recall({ query: `where is ${text}`, format: "snippets" }),
};

test("text marked as private reaches no output or file through any input", async (t) => {
  assert.ok(VARIANTS.length >= 40);
  const home = safetyHome(t);
  home.put("facts/known.md", recordFile({ id: madeUpId(1), type: "fact" }, "The deploy runs at night."));
  const notes = tempDir(t, "notes");
  const leaked: string[] = [];
  for (const isAgent of [false, true]) {
    await home.use(
      async (memory) => {
        for (const [n, text] of VARIANTS.entries()) {
          for (const [door, through] of Object.entries(DOORS)) {
            // If nothing is left of the text, that is an error.
            const done = await through(memory, text, n).catch((error) => error.message);
            const isQuery = door === "recall";
            if (!isQuery && JSON.stringify(done).includes(C)) leaked.push(`${door}: ${JSON.stringify(text)}`);
          }
          writeFileSync(
            join(notes, `note-${n}.md`),
            recordFile({ tags: JSON.stringify([text]) }, `Note ${n}. ${text}`),
          );
        }
        await memory.import(notes);
        leaked.push(...(await memory.dump()).filter((line) => line.includes(C)));
      },
      { over: { isAgent } },
    );
  }
  assert.deepEqual(leaked, []);
  assert.deepEqual(tracesOf(home.path, C), []);
  t.diagnostic(`${VARIANTS.length} variants through ${Object.keys(DOORS).length + 1} doors`);
});

test("text marked as private in a hand-written file stays in that file", async (t) => {
  const home = safetyHome(t);
  const files = VARIANTS.map((text, n) => home.put(`facts/hand-${n}.md`, `Statement ${n} begins. ${text}\n`));
  const shown = await home.use(async (memory) => {
    const listed = await memory.list({ status: "all" });
    const recalled = await memory.recall({ query: "statement begins", format: "prompt", limit: 100, budget: 9000 });
    return JSON.stringify([listed, recalled, memory.doctor()]);
  });
  assert.equal(shown.includes(C), false);
  assert.deepEqual(tracesOf(home.path, C, files), []);
});

for (const { pattern, text } of LISTED) {
  test(`the private pattern ${JSON.stringify(pattern)} removes ${JSON.stringify(text)} at every input`, async (t) => {
    const home = safetyHome(t);
    home.put("facts/known.md", recordFile({ id: madeUpId(1), type: "fact" }, "The deploy runs at night."));
    const notes = tempDir(t, "notes");
    writeFileSync(join(notes, "note.md"), recordFile({ tags: JSON.stringify([text]) }, `A note of ${text} here.`));
    await home.use((memory) => memory.set("capture.private", pattern));
    await home.use(async (memory) => {
      for (const [n, through] of Object.values(DOORS).entries()) await through(memory, `it is ${text} here`, n);
      await memory.import(notes);
    });
    const kept = [...tracesOf(home.path, C), ...tracesOf(home.path, text)];
    // The setting itself contains the pattern, in its file and in the index copy for hooks.
    const isSetting = (trace: string): boolean => /\/(?:config\.yml|index\.db(?:-wal)?) \(/.test(trace);
    assert.deepEqual(
      kept.filter((trace) => !isSetting(trace)),
      [],
    );
    const shown = await home.use(async (memory) =>
      JSON.stringify([await memory.list({ status: "all" }), await memory.dump()]),
    );
    assert.equal(shown.toLowerCase().includes(C), false);
    assert.ok(shown.includes("[private]"));
  });
}

test("the built program does not print or store private text either", (t) => {
  const home = safetyHome(t);
  for (const text of VARIANTS.slice(0, 4)) {
    const ran = oldhand(home, ["record", "add", `The door opens. ${text} It closes.`, "--tag", text, "--json"]);
    assert.equal(ran.status, 0);
    assert.equal((ran.out + ran.err).includes(C), false);
  }
  oldhand(home, ["recall", `door ${VARIANTS[0]}`]);
  assert.deepEqual(tracesOf(home.path, C), []);
});
