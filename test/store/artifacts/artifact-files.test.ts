import assert from "node:assert/strict";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import type { Artifacts } from "../../../src/core/artifact/artifacts.ts";
import { derivedId } from "../../../src/core/base/id.ts";
import { screen } from "../../../src/core/screen/clean.ts";
import {
  artifactFolder,
  loadArtifacts,
  type Publication,
  publishArtifacts,
} from "../../../src/store/artifacts/artifact-files.ts";
import { pinnedText, pinSessionText, readAddress, sweepPins } from "../../../src/store/artifacts/read-artifacts.ts";
import { homeFrom } from "../../../src/store/files/home.ts";
import { scrubArtifacts } from "../../../src/store/forget/scrub-artifacts.ts";
import { type Cleaning, tempDir } from "../../fixtures/git-repo.ts";
import { recordId } from "../../fixtures/records.ts";

const PROJECT = derivedId("prj", "tower");
const clean = (text: string) => screen(text).text;

function artifacts(version: string, names: readonly string[] = ["ship"]): Artifacts {
  return {
    memory: clean(`# Memory\n\n- ${version} of the bell [fact; ${recordId("bell")}]\n`),
    summary: clean(`# Memory summary\n\n- ${version} of the bell [${recordId("bell")}]\n`),
    skills: names.map((name) => ({ name, text: clean(`${version} of ${name}`), records: [recordId(name)] })),
  };
}

function publication(version: string, parts: Partial<Publication> = {}): Publication {
  const made = artifacts(version);
  return {
    generated: made,
    memory: made.memory,
    summary: made.summary,
    skills: made.skills,
    prune: [],
    added: [],
    ...parts,
  };
}

function opened(t: Cleaning) {
  const home = homeFrom({ oldhandHome: tempDir(t, "home") });
  const directory = artifactFolder(home, PROJECT);
  const publish = (next: Publication, at?: (step: string) => void) =>
    publishArtifacts(loadArtifacts(directory), next, { inside: (rename) => rename(), ...(at && { at }) });
  return { home, directory, publish };
}

test("a published artifact is read back, and is the base of the next merge", (t) => {
  const { directory, publish } = opened(t);
  assert.deepEqual(loadArtifacts(directory).found, { skills: [] });
  assert.equal(loadArtifacts(directory).base, undefined);
  assert.equal(publish(publication("v1")), "published");
  const { found, base } = loadArtifacts(directory);
  const { memory, summary, skills } = artifacts("v1");
  assert.deepEqual(found, { memory, summary, skills: skills.map(({ name, text }) => ({ name, text })) });
  assert.deepEqual(base, artifacts("v1"));
});

test("directories and files are private to the person, and no temporary file is left", (t) => {
  const { directory, publish } = opened(t);
  publish(publication("v1"));
  const modes = (readdirSync(directory, { recursive: true, encoding: "utf8" }) as string[]).map((name) => {
    const stats = statSync(join(directory, name));
    return [name, (stats.mode & 0o777).toString(8), stats.isDirectory() ? "700" : "600"] as const;
  });
  assert.ok(modes.length >= 7);
  assert.deepEqual(
    modes.filter(([, mode, wanted]) => mode !== wanted),
    [],
  );
  assert.deepEqual(readdirSync(join(directory, ".tmp")), []);
});

test("the base of a merge is the generated text, not the hand-edited one", (t) => {
  const { directory, publish } = opened(t);
  publish(publication("v1", { memory: clean("mine") }));
  assert.equal(loadArtifacts(directory).base?.memory, artifacts("v1").memory);
});

test("with a lost fencing token nothing is renamed and nothing is left", (t) => {
  const { directory, publish } = opened(t);
  publish(publication("v1"));
  const outcome = publishArtifacts(loadArtifacts(directory), publication("v2"), { inside: () => "fenced" as const });
  assert.equal(outcome, "fenced");
  assert.equal(loadArtifacts(directory).found.memory, artifacts("v1").memory);
  assert.deepEqual(readdirSync(join(directory, ".tmp")), []);
});

test("an edit made since the artifacts were read is never overwritten", (t) => {
  const { directory, publish } = opened(t);
  publish(publication("v1"));
  for (const file of ["MEMORY.md", "memory_summary.md", "skills/ship/SKILL.md", ".generation/last.json"]) {
    const loaded = loadArtifacts(directory);
    const before = readFileSync(join(directory, file), "utf8");
    writeFileSync(join(directory, file), `${before} `);
    assert.equal(publishArtifacts(loaded, publication("v2"), { inside: (rename) => rename() }), "changed");
    assert.equal(readFileSync(join(directory, file), "utf8"), `${before} `);
    writeFileSync(join(directory, file), before);
  }
});

test("a pruned skill is deleted with its directory, unless it holds a file of the person", (t) => {
  const { directory, publish } = opened(t);
  const made = artifacts("v1", ["ship", "test"]);
  publish(publication("v1", { generated: made, skills: made.skills }));
  writeFileSync(join(directory, "skills/test/notes.md"), "mine");
  publish(publication("v2", { generated: artifacts("v2", []), skills: [], prune: ["ship", "test"] }));
  assert.ok(!existsSync(join(directory, "skills/ship")));
  assert.deepEqual(readdirSync(join(directory, "skills/test")), ["notes.md"]);
});

test("unchanged files are not written again", (t) => {
  const { directory, publish } = opened(t);
  publish(publication("v1"));
  const { mtimeNs, ino } = statSync(join(directory, "MEMORY.md"), { bigint: true });
  publish(publication("v2", { memory: artifacts("v1").memory }));
  const after = statSync(join(directory, "MEMORY.md"), { bigint: true });
  assert.deepEqual([after.mtimeNs, after.ino], [mtimeNs, ino]);
});

test("after a crash at any step each file is complete, has its own base, and none counts as deleted", (t) => {
  const steps: string[] = [];
  opened(t).publish(publication("v1"), (step) => steps.push(step));
  assert.deepEqual(
    steps.filter((step) => step.startsWith("renamed")),
    [
      "renamed .generation/last.json",
      `renamed ${PROJECT}/MEMORY.md`,
      `renamed ${PROJECT}/memory_summary.md`,
      "renamed ship/SKILL.md",
      "renamed .generation/last.json",
    ],
  );
  for (const isFirst of [true, false]) {
    for (let last = 0; last < steps.length; last++) {
      const { directory, publish } = opened(t);
      if (!isFirst) publish(publication("v1"));
      let step = 0;
      const crash = (): void => {
        if (step++ === last) throw new Error("crash");
      };
      assert.throws(() => publish(publication("v2"), crash), /crash/);
      const { found, base } = loadArtifacts(directory);
      for (const name of ["memory", "summary"] as const) {
        const text = found[name];
        const version = text === undefined ? undefined : ["v1", "v2"].find((one) => text === artifacts(one)[name]);
        assert.equal(text === undefined, version === undefined, `${name} is torn after ${steps[last]}`);
        if (text === artifacts("v2")[name]) assert.equal(base?.[name], text);
        else assert.ok([undefined, "", text].includes(base?.[name]), `${name} after ${steps[last]}`);
      }
      const skill = found.skills[0]?.text;
      assert.equal(base?.skills[0]?.text, skill, `skill after ${steps[last]}`);
      assert.equal(publish(publication("v3")), "published");
      assert.deepEqual(loadArtifacts(directory).base, artifacts("v3"));
    }
  }
});

test("a second crash right after the first leaves files their own base", (t) => {
  const { directory, publish } = opened(t);
  publish(publication("v1"));
  for (const version of ["v2", "v3"]) {
    const crash = (step: string): void => {
      if (step === "renamed .generation/last.json") throw new Error("crash");
    };
    assert.throws(() => publish(publication(version), crash), /crash/);
    assert.deepEqual(loadArtifacts(directory).base, artifacts("v1"));
  }
});

test("an unreadable generation is not used as a base, and is replaced", (t) => {
  const { directory, publish } = opened(t);
  publish(publication("v1"));
  for (const torn of ["", "{", "{}", '{"now":{}}', "null"]) {
    writeFileSync(join(directory, ".generation/last.json"), torn);
    assert.equal(loadArtifacts(directory).base, undefined);
  }
  publish(publication("v2"));
  assert.deepEqual(loadArtifacts(directory).base, artifacts("v2"));
});

test("lines that were learned from manual edits stay known over later publications", (t) => {
  const { directory, publish } = opened(t);
  publish(publication("v1", { added: ["We ship on Mondays."] }));
  publish(publication("v2", { added: ["Not on Fridays."] }));
  assert.equal(loadArtifacts(directory).addedBefore.size, 2);
});

const LINKS = ["", "skills", ".generation", "MEMORY.md", "memory_summary.md", ".tmp"];

for (const name of LINKS) {
  test(`a link in place of ${name || "the project's directory"} is refused, and its target is untouched`, (t) => {
    const { directory, publish } = opened(t);
    publish(publication("v1"));
    const outside = join(tempDir(t, "outside"), "there");
    renameSync(join(directory, name), outside);
    symlinkSync(outside, join(directory, name));
    const look = () =>
      statSync(outside).isDirectory() ? readdirSync(outside, { recursive: true }) : readFileSync(outside, "utf8");
    const before = look();
    assert.throws(() => publish(publication("v2")), /symbolic link/);
    assert.deepEqual(look(), before);
  });
}

for (const name of ["skills/ship", "skills/ship/SKILL.md"]) {
  test(`a link at ${name} is neither read, written nor pruned`, (t) => {
    const { directory, publish } = opened(t);
    publish(publication("v1"));
    const outside = join(tempDir(t, "outside"), "there");
    renameSync(join(directory, name), outside);
    symlinkSync(outside, join(directory, name));
    assert.deepEqual(loadArtifacts(directory).found.skills, [{ name: "ship", text: "" }]);
    assert.throws(() => publish(publication("v2")), /symbolic link/);
    assert.ok(existsSync(outside));
  });
}

test("an address is read and screened, with the file that contains it", (t) => {
  const { home, directory, publish } = opened(t);
  const read = (address: string) => readAddress(home, PROJECT, address);
  assert.equal(read("memory://root").outcome, "missing");
  publish(publication("v1"));
  const { memory, summary, skills } = artifacts("v1");
  assert.deepEqual(read("memory://root"), {
    outcome: "found",
    text: summary,
    file: join(directory, "memory_summary.md"),
  });
  assert.deepEqual(read("memory://root/MEMORY.md"), {
    outcome: "found",
    text: memory,
    file: join(directory, "MEMORY.md"),
  });
  assert.deepEqual(read("memory://root/skills/ship/SKILL.md"), {
    outcome: "found",
    text: skills[0]!.text,
    file: join(directory, "skills/ship/SKILL.md"),
  });
  assert.equal(read("memory://root/skills/other/SKILL.md").outcome, "missing");
  assert.equal(read("memory://root/../MEMORY.md").outcome, "refused");
  writeFileSync(join(directory, "MEMORY.md"), "postgres://app:hunter2secret@db.internal/app");
  const screened = read("memory://root/MEMORY.md");
  assert.ok(screened.outcome === "found" && !screened.text.includes("hunter2secret"));
});

for (const name of ["MEMORY.md", "skills", "skills/ship", "skills/ship/SKILL.md", ""]) {
  test(`no address is read through a link at ${name || "the project's directory"}`, (t) => {
    const { home, directory, publish } = opened(t);
    publish(publication("v1"));
    const outside = join(tempDir(t, "outside"), "there");
    renameSync(join(directory, name), outside);
    symlinkSync(outside, join(directory, name));
    const address = name === "MEMORY.md" ? "memory://root/MEMORY.md" : "memory://root/skills/ship/SKILL.md";
    assert.equal(readAddress(home, PROJECT, address).outcome, "refused");
  });
}

test("a home that is itself a link is read", (t) => {
  const { home, publish } = opened(t);
  publish(publication("v1"));
  const link = join(tempDir(t, "other"), "link");
  symlinkSync(dirname(home.projects), link);
  assert.equal(readAddress(homeFrom({ oldhandHome: link }), PROJECT, "memory://root").outcome, "found");
});

test("only a project's id leads to a directory", () => {
  for (const id of ["..", "prj_../../x", "", "rec_000000000000000000"])
    assert.throws(() => artifactFolder(homeFrom({ oldhandHome: "/nowhere" }), id), /is not a project id/);
});

test("a session keeps its first block, whatever is published or edited later; another session gets a new one", (t) => {
  const { home, publish } = opened(t);
  publish(publication("v1"));
  assert.equal(pinnedText(home, PROJECT, "one"), undefined);
  assert.equal(pinSessionText(home, PROJECT, { session: "one", text: clean("first") }), "first");
  publish(publication("v2"));
  assert.equal(pinSessionText(home, PROJECT, { session: "one", text: clean("second") }), "first");
  assert.equal(pinSessionText(home, PROJECT, { session: "../two", text: clean("second") }), "second");
  assert.equal(pinnedText(home, PROJECT, "one"), "first");
});

test("the blocks of old sessions are deleted", (t) => {
  const { home } = opened(t);
  pinSessionText(home, PROJECT, { session: "one", text: clean("first") });
  assert.equal(sweepPins(home, PROJECT, { beforeMs: 0 }), 0);
  assert.equal(sweepPins(home, PROJECT, { beforeMs: Number.MAX_SAFE_INTEGER }), 1);
  assert.equal(pinnedText(home, PROJECT, "one"), undefined);
});

test("forgotten text is in no artifact, generation, pinned block or leftover, and the rest stays", (t) => {
  const { home, directory, publish } = opened(t);
  const made = artifacts("v1", ["ship", "bell"]);
  const memory = clean(
    `${made.memory}\nThe vault of the bank is in Lisbon\n\n- The tower has two doors [fact; ${recordId("tower")}]\n`,
  );
  publish(publication("v1", { generated: { ...made, memory }, memory, skills: made.skills }));
  pinSessionText(home, PROJECT, {
    session: "one",
    text: clean("In Lisbon is the vault of the bank; the vault of the bank is in Lisbon"),
  });
  pinSessionText(home, PROJECT, { session: "two", text: clean("nothing") });
  writeFileSync(join(directory, ".tmp/MEMORY.md.0123456789ab"), `left ${recordId("bell")}`);
  writeFileSync(join(directory, "skills/bell/SKILL.md"), `by hand, of ${recordId("bell")}`);
  const what = { ids: [recordId("bell")], texts: [clean("The vault of the bank is in Lisbon")] };
  assert.ok(scrubArtifacts(home, what) > 0);
  for (const name of readdirSync(directory, { recursive: true, encoding: "utf8" }) as string[]) {
    if (statSync(join(directory, name)).isDirectory()) continue;
    const text = readFileSync(join(directory, name), "utf8");
    assert.ok(!text.includes(recordId("bell")) && !text.includes("Lisbon"), name);
  }
  const { found, base } = loadArtifacts(directory);
  assert.ok(found.memory?.includes("two doors") && base?.memory.includes("two doors"));
  assert.deepEqual([found.skills.map(({ name }) => name), pinnedText(home, PROJECT, "two")], [["ship"], "nothing"]);
  assert.equal(scrubArtifacts(home, what), 0);
});

test("a file in place of the skills directory is reported, and nothing is lost", (t) => {
  const { directory, publish } = opened(t);
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, "skills"), "mine");
  assert.throws(() => publish(publication("v1")));
  assert.equal(readFileSync(join(directory, "skills"), "utf8"), "mine");
  rmSync(join(directory, "skills"));
  assert.equal(publish(publication("v1")), "published");
});
