import assert from "node:assert/strict";
import { test } from "node:test";
import { idsIn } from "../../../../src/core/artifact/blocks.ts";
import { mergeHandEdits } from "../../../../src/learn/consolidate/artifacts/merge-hand-edits.ts";
import { byHand, chance, entry, generated, idOf, type Sections, someGenerated } from "./hand-edits.ts";

const BASE: Sections = { Principles: ["amber is first", "birch is second"], Facts: ["cedar is third"] };
const NOTHING = { added: [], removed: [], edited: [], conflicts: [] };

type Row = {
  readonly name: string;
  readonly hand?: (text: string) => string;
  readonly theirs?: Sections;
  readonly gives: string;
  readonly edits?: Partial<Omit<ReturnType<typeof mergeHandEdits>, "text">>;
};

const ROWS: readonly Row[] = [
  { name: "nothing changed", gives: generated(BASE) },
  {
    name: "a new entry is added to its section",
    theirs: { ...BASE, Principles: ["amber is first", "birch is second", "delta is new"] },
    gives: generated({ ...BASE, Principles: ["amber is first", "birch is second", "delta is new"] }),
  },
  {
    name: "an edited entry stays as edited and is reported",
    hand: (text) => text.replace("amber is first", "amber is best"),
    theirs: { Principles: ["amber is first", "birch is other"], Facts: ["cedar is third"] },
    gives: generated({ Principles: ["amber is best", "birch is other"], Facts: ["cedar is third"] }),
    edits: { edited: [{ id: idOf("amber"), text: "amber is best" }] },
  },
  {
    name: "if both changed one entry the manual edit wins, and the conflict is reported",
    hand: (text) => text.replace("amber is first", "amber is best"),
    theirs: { ...BASE, Principles: ["amber is worst", "birch is second"] },
    gives: generated({ ...BASE, Principles: ["amber is best", "birch is second"] }),
    edits: { edited: [{ id: idOf("amber"), text: "amber is best" }], conflicts: [idOf("amber")] },
  },
  {
    name: "a deleted entry stays deleted, also when it changed or moved",
    hand: (text) => text.replace(`${entry("amber is first")}\n`, ""),
    theirs: { Principles: ["birch is second"], Facts: ["cedar is third", "amber is another"] },
    gives: generated({ Principles: ["birch is second"], Facts: ["cedar is third"] }),
    edits: { removed: [idOf("amber")] },
  },
  {
    name: "an entry without its record is removed, unless it was edited",
    hand: (text) => text.replace("birch is second", "birch is dear"),
    theirs: { Facts: ["cedar is third"] },
    gives: generated({ Principles: ["birch is dear"], Facts: ["cedar is third"] }).replace(
      "\n\n## Principles\n\n",
      "\n",
    ),
    edits: { added: ["birch is dear"] },
  },
  {
    name: "a new line stays in its section and is reported, with new entries and sections around it",
    hand: (text) => text.replace("\n\n## Facts", "\n- The server listens on port 80\n\n## Facts"),
    theirs: {
      Principles: ["amber is first", "birch is second", "ember is new"],
      Decisions: ["delta is new"],
      Facts: ["cedar is third"],
    },
    gives: generated({
      Principles: ["amber is first", "birch is second", "ember is new", "HAND"],
      Decisions: ["delta is new"],
      Facts: ["cedar is third"],
    }).replace(entry("HAND"), "- The server listens on port 80"),
    edits: { added: ["The server listens on port 80"] },
  },
  {
    name: "a line typed right under an entry is a separate statement",
    hand: (text) => text.replace(entry("cedar is third"), `${entry("cedar is third")}\nWe ship on Mondays.`),
    gives: generated(BASE).replace(entry("cedar is third"), `${entry("cedar is third")}\nWe ship on Mondays.`),
    edits: { added: ["We ship on Mondays."] },
  },
  {
    name: "an added line that became a record gets its mark, in its place",
    hand: (text) => text.replace("# Memory\n", "# Memory\n\n- delta is typed\n"),
    theirs: { ...BASE, Facts: ["cedar is third", "delta is typed"] },
    gives: generated(BASE).replace("# Memory\n", `# Memory\n\n${entry("delta is typed")}\n`),
  },
  {
    name: "headings, code, comments, rulers and quotations are not statements",
    hand: (text) =>
      `${text}\n## Mine\n\n\`\`\`sh\n# a comment\nrm -rf build\n\`\`\`\n\n<!-- draft -->\n\n---\n\n> quoted\n`,
    gives: `${generated(BASE)}\n## Mine\n\n\`\`\`sh\n# a comment\nrm -rf build\n\`\`\`\n\n<!-- draft -->\n\n---\n\n> quoted\n`,
  },
  {
    name: "the changed copy of a copied entry is reported as added",
    hand: (text) =>
      text.replace(
        entry("amber is first"),
        `${entry("amber is first").replace("first", "fast")}\n${entry("amber is first")}`,
      ),
    gives: generated(BASE).replace(
      entry("amber is first"),
      `${entry("amber is first").replace("first", "fast")}\n${entry("amber is first")}`,
    ),
    edits: { added: ["amber is fast"] },
  },
  {
    name: "two entries on one line are neither lost nor archived",
    hand: (text) => text.replace(`\n${entry("birch is second")}`, ` ${entry("birch is second")}`),
    theirs: BASE,
    gives: generated(BASE).replace(`\n${entry("birch is second")}`, ` ${entry("birch is second")}`),
    edits: { added: ["amber is first   - birch is second"] },
  },
  {
    name: "moved entries stay where they were put",
    hand: (text) =>
      text
        .replace(`\n${entry("birch is second")}`, "")
        .replace("## Facts\n\n", `## Facts\n\n${entry("birch is second")}\n`),
    theirs: { Principles: ["amber is other", "birch is second"], Facts: ["cedar is third", "ember is new"] },
    gives: generated({ Principles: ["amber is other"], Facts: ["birch is second", "cedar is third", "ember is new"] }),
  },
  {
    name: "CRLF line ends change nothing",
    hand: (text) => text.replaceAll("\n", "\r\n"),
    gives: generated(BASE),
  },
  {
    name: "an unclosed code fence swallows nothing",
    hand: (text) => text.replace("## Principles", "```sh\n\n## Principles"),
    theirs: { ...BASE, Facts: ["cedar is other"] },
    gives: generated({ ...BASE, Facts: ["cedar is other"] }).replace("## Principles", "```sh\n\n## Principles"),
  },
];

for (const { name, hand = (text: string) => text, theirs = BASE, gives, edits } of ROWS) {
  test(name, () => {
    const base = generated(BASE);
    assert.deepEqual(mergeHandEdits(base, hand(base), generated(theirs)), { text: gives, ...NOTHING, ...edits });
  });
}

test("without a base nothing counts as deleted, and entries are recognised by their marks", () => {
  const mine = `# My own page\n\nUse tabs.\n\n${entry("amber is mine")}\n`;
  const { text, ...edits } = mergeHandEdits("", mine, generated(BASE));
  assert.deepEqual(edits, { ...NOTHING, added: ["Use tabs."], edited: [{ id: idOf("amber"), text: "amber is mine" }] });
  assert.deepEqual(idsIn(text).sort(), [idOf("amber"), idOf("birch"), idOf("cedar")].sort());
  assert.ok(text.includes("# My own page") && text.includes("Use tabs."));
});

const RUNS = 400;

test("an untouched file becomes what was generated", () => {
  for (let seed = 0; seed < RUNS; seed++) {
    const roll = chance(seed);
    const [base, theirs] = [someGenerated(roll), someGenerated(roll)];
    assert.deepEqual(mergeHandEdits(base, base, theirs), { text: theirs, ...NOTHING }, `seed ${seed}`);
  }
});

test("without newly generated text the file stays as it was edited", () => {
  for (let seed = 0; seed < RUNS; seed++) {
    const roll = chance(seed);
    const base = someGenerated(roll);
    const mine = byHand(base, roll).text;
    assert.equal(mergeHandEdits(base, mine, base).text, mine, `seed ${seed}`);
  }
});

test("merging once more changes nothing", () => {
  for (let seed = 0; seed < RUNS; seed++) {
    const roll = chance(seed);
    const base = someGenerated(roll);
    const mine = byHand(base, roll).text;
    const theirs = someGenerated(roll);
    const { text } = mergeHandEdits(base, mine, theirs);
    assert.equal(mergeHandEdits(theirs, text, theirs).text, text, `seed ${seed}`);
  }
});

test("nothing that was typed is lost, nothing that was deleted returns, no entry occurs twice", () => {
  for (let seed = 0; seed < RUNS; seed++) {
    const roll = chance(seed);
    const base = someGenerated(roll);
    const mine = byHand(base, roll);
    const theirs = someGenerated(roll);
    const { text, removed } = mergeHandEdits(base, mine.text, theirs);
    for (const words of mine.typed) assert.ok(text.includes(words), `seed ${seed}: ${words}`);
    const [was, is, offered] = [idsIn(base), idsIn(mine.text), idsIn(theirs)];
    const deleted = was.filter((id) => !is.includes(id));
    assert.deepEqual(
      idsIn(text).filter((id) => deleted.includes(id)),
      [],
      `seed ${seed}`,
    );
    assert.deepEqual([...removed].sort(), deleted.filter((id) => offered.includes(id)).sort(), `seed ${seed}`);
    for (const id of offered.filter((one) => !deleted.includes(one)))
      assert.ok(idsIn(text).includes(id), `seed ${seed}: ${id} is missing`);
    for (const id of offered)
      assert.ok(text.split(id).length <= Math.max(2, mine.text.split(id).length), `seed ${seed}: ${id} twice`);
  }
});
