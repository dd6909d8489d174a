import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, symlinkSync } from "node:fs";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { openIndex } from "../../../src/store/databases/index-db.ts";
import { homeFrom } from "../../../src/store/files/home.ts";
import { entriesOf } from "../../../src/store/index/record-entries.ts";
import { madeUpId, recordFile, type SafetyHome, safetyHome } from "../../fixtures/safety-home.ts";

const GOOD = 300;
const WORDS = "amber basalt cedar delta ember fjord garnet harbor indigo juniper kelp lagoon maple nectar onyx".split(
  " ",
);

test("two hundred damaged files do not affect three hundred good ones", async (t) => {
  const home = safetyHome(t);
  for (let n = 0; n < GOOD; n++)
    home.put(`facts/good-${n}.md`, recordFile({ id: madeUpId(n), type: "fact" }, goodText(n)));
  const spoilt = await putSpoilt(t, home);
  const before = printOf(join(home.path, "records"));
  const startedMs = performance.now();
  await home.use(async (memory) => {
    const active = await memory.list({ status: "active" });
    const texts = new Set(active.map(({ text }) => text));
    const lost = Array.from({ length: GOOD }, (_, n) => goodText(n)).filter((text) => !texts.has(text));
    assert.deepEqual(lost, []);
    for (let n = 0; n < GOOD; n += 1) {
      const { results } = await memory.recall({ query: `landmark${n}`, format: "json", limit: 3 });
      assert.ok(
        results.some(({ text }) => text === goodText(n)),
        `good-${n} is not found`,
      );
    }
    const { detail, ok, fix } = memory.doctor().checks.find(({ name }) => name === "files")!;
    assert.equal(ok, false);
    assert.match(detail, /: .+; and \d+ more$/);
    assert.match(fix!, /oldhand does not change them/);
    await memory.rebuild();
    assert.deepEqual(
      (await memory.list({ status: "active" })).map(({ id }) => id).sort(),
      active.map(({ id }) => id).sort(),
    );
  });
  t.diagnostic(
    `${spoilt.bad.length + spoilt.either.length} spoilt files, ${Math.round(performance.now() - startedMs)} ms`,
  );
  assert.ok(spoilt.bad.length + spoilt.either.length >= 200);

  const listed = quarantineOf(home);
  const unlisted = spoilt.bad.filter((name) => !listed.get(name));
  assert.deepEqual(unlisted, []);
  assert.deepEqual(printOf(join(home.path, "records")), before);
});

test("hostile frontmatter runs nothing, changes nothing and is quarantined", async (t) => {
  const home = safetyHome(t);
  const mark = join(home.tree, "ran");
  const heads: Readonly<Record<string, string>> = {
    "js-language": `---js\nrequire("fs").writeFileSync(${JSON.stringify(mark)}, "x")\n---\n\nA statement.\n`,
    "js-function": `---\nkey: !!js/function 'function(){ require("fs").writeFileSync("${mark}", "x") }'\n---\n\nA statement.\n`,
    "js-regexp": "---\nkey: !!js/regexp /(a+)+$/\n---\n\nA statement.\n",
    "python-object": `---\nkey: !!python/object/apply:os.system ["touch ${mark}"]\n---\n\nA statement.\n`,
    "binary-tag": "---\nkey: !!binary aGVsbG8=\n---\n\nA statement.\n",
    "own-tag": "---\nkey: !secret x\n---\n\nA statement.\n",
    laughs: `---\na: &a [x,x,x,x,x,x,x,x,x]\n${"bcdefgh".replace(/./g, (key, at: number) => `${key}: &${key} [${Array(9).fill(`*${"abcdefg"[at]}`).join(",")}]\n`)}---\n\nA statement.\n`,
    "merge-keys": `---\nbase: &base {a: 1}\n${Array.from({ length: 2000 }, (_, n) => `k${n}: {<<: *base}\n`).join("")}---\n\nA statement.\n`,
    "bare-merge": "---\n<<: {type: policy}\n---\n\nA statement.\n",
    "anchor-only": "---\nkey: &x hello\n---\n\nA statement.\n",
    "deep-flow": `---\nkey: ${"[".repeat(30_000)}\n---\n\nA statement.\n`,
    "deep-map": `---\nkey: ${"{a: ".repeat(10_000)}\n---\n\nA statement.\n`,
    "deep-dashes": `---\nkey:\n  ${"- ".repeat(20_000)}x\n---\n\nA statement.\n`,
    "deep-questions": `---\n${"? ".repeat(20_000)}x\n---\n\nA statement.\n`,
    "deep-indent": `---\n${Array.from({ length: 300 }, (_, n) => `${" ".repeat(n)}k:`).join("\n")}\n---\n\nA statement.\n`,
    "long-head": `---\nkey: ${"x".repeat(70_000)}\n---\n\nA statement.\n`,
    "twice-the-key": "---\ntype: fact\ntype: policy\n---\n\nA statement.\n",
    "not-a-map": "---\n- type: fact\n---\n\nA statement.\n",
    "not-closed": "---\ntype: fact\n\nA statement.\n",
    "no-such-type": "---\ntype: commandment\n---\n\nA statement.\n",
    "path-as-id": "---\nid: ../../etc/passwd\n---\n\nA statement.\n",
    "number-as-id": "---\nid: 012\n---\n\nA statement.\n",
    "no-date": "---\ncreated: tomorrow\n---\n\nA statement.\n",
    directive: "---\n%YAML 1.1\nkey: yes\n---\n\nA statement.\n",
    "control-character": "---\nkey: 'a\u0007b'\nother: [\n---\n\nA statement.\n",
  };
  for (const [name, text] of Object.entries(heads)) home.put(`facts/${name}.md`, text);
  const odd: Readonly<Record<string, string>> = {
    "proto-key":
      '---\n__proto__: {"polluted": "yes"}\nconstructor: {prototype: {polluted: yes}}\n---\n\nThe proto note is kept.\n',
    "long-key": `---\n${"k".repeat(60_000)}: v\n---\n\nThe long key is kept.\n`,
    "yaml-words": "---\nkey: NO\ntags: [yes, 012, 1e3, 2020-01-01, ~]\n---\n\nThe odd words stay words.\n",
  };
  for (const [name, text] of Object.entries(odd)) home.put(`facts/${name}.md`, text);
  home.put("facts/good.md", recordFile({ id: madeUpId(1), type: "fact" }, "The good one is found."));
  const prototype = Reflect.ownKeys(Object.prototype).length;
  const startedMs = performance.now();
  const records = await home.use(async (memory) => {
    assert.equal(memory.doctor().healthy, false);
    return memory.list({ status: "all" });
  });
  t.diagnostic(`${Object.keys(heads).length} hostile heads, ${Math.round(performance.now() - startedMs)} ms`);
  assert.equal(lstatSync(mark, { throwIfNoEntry: false }), undefined);
  assert.equal(Reflect.ownKeys(Object.prototype).length, prototype);
  assert.equal(Reflect.get({}, "polluted"), undefined);
  const listed = quarantineOf(home);
  assert.deepEqual(
    Object.keys(heads).filter((name) => !listed.get(`facts/${name}.md`)),
    [],
  );
  assert.deepEqual(records.map(({ text }) => text).sort(), [
    "The good one is found.",
    "The long key is kept.",
    "The odd words stay words.",
    "The proto note is kept.",
  ]);
  const words = records.find(({ text }) => text === "The odd words stay words.")!;
  assert.deepEqual([words.key, words.tags], ["NO", ["yes", "012", "1e3", "2020-01-01", "~"]]);
  for (const [name, text] of Object.entries({ ...heads, ...odd }))
    assert.equal(readFileSync(join(home.path, `records/facts/${name}.md`), "utf8"), text, name);
});

type Spoilt = {
  /** Names that must be listed with a reason. */
  readonly bad: string[];
  /** Whether the file is still readable as a record after the damage. */
  readonly either: string[];
};

async function putSpoilt(t: { after(run: () => void): void }, home: SafetyHome): Promise<Spoilt> {
  const bad: string[] = [];
  const either: string[] = [];
  const put = (list: string[], name: string, content: string | Uint8Array): void => {
    home.put(`facts/${name}`, content);
    list.push(`facts/${name}`);
  };
  const validFile = (n: number): string =>
    recordFile({ id: madeUpId(1000 + n), type: "fact", key: "k", tags: '["a","b"]' }, spoiltText(n));

  for (let n = 0; n < 14; n++) {
    const text = validFile(n);
    const bodyAt = text.indexOf("---\n\n") + 4;
    for (let cut = 0; cut < text.length; cut += 37) {
      const kept = text.slice(0, cut);
      put(cut < bodyAt || kept.trim().endsWith("---") ? bad : either, `cut-${n}-${cut}.md`, kept);
    }
  }
  for (let n = 14; n < 30; n++) put(bad, `unclosed-${n}.md`, validFile(n).replace("\n---\n", "\n"));
  for (let n = 30; n < 40; n++) put(either, `bom-${n}.md`, `\ufeff${validFile(n)}`);
  for (let n = 40; n < 50; n++) put(either, `crlf-${n}.md`, validFile(n).replaceAll("\n", "\r\n"));
  for (let n = 50; n < 60; n++) put(bad, `utf16-${n}.md`, Buffer.from(`\ufeff${validFile(n)}`, "utf16le"));
  for (let n = 60; n < 75; n++) {
    const bytes = Buffer.from(validFile(n));
    bytes[Math.floor((bytes.length * (n - 59)) / 17)] = 0xff;
    put(bad, `not-utf8-${n}.md`, bytes);
  }
  for (let n = 75; n < 85; n++) put(bad, `nul-${n}.md`, `${validFile(n)}\0`);
  for (let n = 85; n < 95; n++)
    put(bad, `same-id-${n}.md`, recordFile({ id: madeUpId(n), type: "fact" }, spoiltText(n)));
  for (let n = 95; n < 105; n++) put(either, `another-name-${n}.md`, validFile(n));
  for (let n = 105; n < 115; n++)
    put(
      bad,
      `conflict-${n}.md`,
      validFile(n).replace("key: k\n", "<<<<<<< HEAD\nkey: a\n=======\nkey: b\n>>>>>>> branch\n"),
    );
  for (let n = 115; n < 125; n++) put(bad, `empty-${n}.md`, n % 2 === 0 ? "" : "\n \n");
  for (let n = 125; n < 130; n++) put(bad, `blank-${n}.md`, recordFile({ id: madeUpId(1000 + n) }, " "));
  for (let n = 132; n < 142; n++) put(bad, `twice-${n}.md`, validFile(n).replace("key: k\n", "key: k\nkey: l\n"));
  put(bad, "huge.md", `${validFile(130)}${"x".repeat(50 * 1024 * 1024)}`);
  put(bad, "large.md", `${validFile(131)}${"words and ".repeat(20_000)}`);

  const at = (name: string): string => join(home.path, "records/facts", name);
  const special = (name: string, make: (path: string) => void): void => {
    make(at(name));
    bad.push(`facts/${name}`);
  };
  special("directory.md", (path) => mkdirSync(path));
  special("pipe.md", (path) => execFileSync("mkfifo", [path]));
  special("nowhere.md", (path) => symlinkSync(join(home.tree, "nowhere"), path));
  special("passwd.md", (path) => symlinkSync("/etc/passwd", path));
  special("self.md", (path) => symlinkSync(path, path));
  special("neighbour.md", (path) => symlinkSync(at("good-1.md"), path));
  special("device.md", (path) => symlinkSync("/dev/zero", path));
  const server = createServer();
  await new Promise<void>((ready) => server.listen(at("socket.md"), ready));
  t.after(() => server.close());
  bad.push("facts/socket.md");
  return { bad, either };
}

/** The files that the index lists as unusable, and why. */
function quarantineOf({ path }: SafetyHome): Map<string, string> {
  const index = openIndex(homeFrom({ oldhandHome: path }), () => {});
  try {
    const invalid = entriesOf(index)
      .all("global")
      .filter(({ state }) => state === "invalid");
    return new Map(invalid.map(({ category: folder, name, reason }) => [join(folder, name), reason ?? ""]));
  } finally {
    index.close();
  }
}

function goodText(n: number): string {
  return `The ${WORDS[n % WORDS.length]} route passes landmark${n} on its way to the ${WORDS[(n * 7) % WORDS.length]} gate.`;
}

function spoiltText(n: number): string {
  return `Spoilt statement ${n} speaks of a bridge, a ferry and a tunnel that nobody has used for years.`;
}

/** Every path with its kind and a hash of its content; links and pipes by kind only. */
function printOf(dir: string): string[] {
  return readdirSync(dir)
    .sort()
    .flatMap((name) => {
      const path = join(dir, name);
      const stats = lstatSync(path);
      if (stats.isDirectory()) return [`${path}/`, ...printOf(path)];
      if (stats.isSymbolicLink()) return [`${path} -> ${readlinkSync(path)}`];
      if (!stats.isFile()) return [`${path} ${stats.mode}`];
      return [`${path} ${stats.mtimeMs} ${createHash("sha256").update(readFileSync(path)).digest("hex")}`];
    })
    .filter((line) => dirname(line) !== ".tmp");
}
