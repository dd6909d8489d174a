/** A damaged projects.json or config.yml stops no command: the same answer as without the file, one note, nothing lost. */
import assert from "node:assert/strict";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { test } from "node:test";
import { allCommands } from "../../../src/faces/cli/commands.ts";
import { type Sandbox, sandbox } from "../../faces/cli/sandbox.ts";
import { type Cleaning, tempDir } from "../../fixtures/git-repo.ts";

type Damage = {
  readonly name: string;
  readonly file: "projects.json" | "config.yml";
  readonly content: string | "directory";
};

const NOT_YAML = "brief: [1\n  x: }\n";

const DAMAGES: readonly Damage[] = [
  { name: "a torn projects.json", file: "projects.json", content: '{"schemaVersion":1,"projects":[{"id":' },
  {
    name: "a projects.json of the wrong shape",
    file: "projects.json",
    content: '{"schemaVersion":1,"projects":{"a":1}}',
  },
  { name: "a projects.json with a wrong row", file: "projects.json", content: '{"schemaVersion":1,"projects":["x"]}' },
  { name: "a projects.json that is a directory", file: "projects.json", content: "directory" },
  { name: "a config.yml that is not YAML", file: "config.yml", content: NOT_YAML },
  { name: "a config.yml with a wrong type", file: "config.yml", content: "brief:\n  budget: many\n" },
  { name: "a config.yml with aliases", file: "config.yml", content: "a: &a [1]\nb: *a\n" },
  { name: "a config.yml that is a directory", file: "config.yml", content: "directory" },
];

/** Arguments for commands that need some; `ID` is a record, `DIR` a new directory, `FROM` an export. */
const ARGUMENTS: Readonly<Record<string, readonly string[]>> = {
  accept: ["sug_1"],
  "record add": ["The gate opens at dawn."],
  "record get": ["ID"],
  "record update": ["ID", "The harbour closes at ten."],
  "record reclassify": ["ID", "decision"],
  "record archive": ["ID"],
  "record restore": ["ID"],
  "record delete": ["ID"],
  "record history": ["ID"],
  recall: ["harbour"],
  "why-not": ["harbour"],
  ask: ["--dry-run", "run the tests"],
  "history search": ["make"],
  search: ["make"],
  "guard test": ["git push"],
  "sync add": ["DIR"],
  "sync confirm": ["laptop"],
  "sync revoke": ["laptop"],
  "team join": ["https://memory.example.org/#ohi_x"],
  "team role": ["Ana", "viewer"],
  "team bind": ["Ana", "ana@example.org"],
  "team remove": ["Ana"],
  "team token add": ["ci"],
  "team token revoke": ["ci"],
  "session show": ["ses_1"],
  "session pin": ["ses_1"],
  "session unpin": ["ses_1"],
  "review accept": ["sug_1"],
  "review dismiss": ["sug_1"],
  "review show": ["sug_1"],
  "ticket add": ["--title", "Mend the gate"],
  "ticket import": ["DIR"],
  "ticket start": ["tic_1"],
  "ticket note": ["tic_1", "x"],
  "ticket status": ["tic_1", "done"],
  "ticket show": ["tic_1"],
  "ticket brief": ["tic_1"],
  "episode add": ["It worked.", "--outcome", "success"],
  "workflow save": ["greet", "--step", "echo hello"],
  "workflow show": ["greet"],
  "workflow run": ["greet"],
  "workflow export": ["greet", "--to", "sh"],
  "workflow delete": ["greet"],
  "team create": ["Platform"],
  "memory clear": ["--yes"],
  show: ["memory://root"],
  "project link": ["prj_1"],
  forget: ["ID", "--yes"],
  export: ["DIR"],
  import: ["FROM"],
  "config get": ["brief.budget"],
  "config set": ["brief.budget", "700"],
  init: ["zsh"],
  install: ["zsh", "--dry-run"],
  uninstall: ["zsh", "--dry-run"],
  completion: ["zsh"],
};

/** These serve until they are stopped, or read a host's input; their own tests start them. */
const SERVERS = ["ui", "mcp", "hook"];

const SPLIT = allCommands().map(({ verb: { name, needs } }) => ({ name, words: name.split(" "), needs }));
const RUN = SPLIT.filter(({ words }) => !SERVERS.includes(words[0] ?? ""));

/** A home that every run starts from again, with the words of each command. */
async function desk(t: Cleaning) {
  const it = sandbox(t, { on: "memory" });
  const { record } = await it.json(["record", "add", "The harbour closes at nine.", "--type", "fact"]);
  await it.oldhand(["workflow", "save", "greet", "--step", "echo hello"]);
  const from = join(tempDir(t, "from"), "export");
  await it.oldhand(["export", from]);
  const dir = join(tempDir(t, "to"), "new");
  const first = join(tempDir(t, "first"), "home");
  cpSync(it.home, first, { recursive: true });
  const filled: Readonly<Record<string, string>> = { ID: record.id, DIR: dir, FROM: from };
  return {
    it,
    /** Runs a command in the first state, with one file damaged or, without a content, missing. */
    async run({ name, words }: (typeof RUN)[number], file: string, content?: string) {
      for (const path of [it.home, dir, join(it.project, ".oldhand")]) rmSync(path, { recursive: true, force: true });
      cpSync(first, it.home, { recursive: true });
      replace(join(it.home, file), content);
      return it.oldhand([...words, ...(ARGUMENTS[name] ?? []).map((word) => filled[word] ?? word)]);
    },
  };
}

for (const { name: what, file, content } of DAMAGES)
  test(`${what} stops none of ${RUN.length} commands, and is kept`, async (t) => {
    const { it, run } = await desk(t);
    for (const command of RUN) {
      const { name } = command;
      const expected = await run(command, file);
      const got = await run(command, file, content);
      const shown = `${name}: ${got.err}${got.out}\nwithout the file: ${expected.err}`;
      const isRefused = name === "config set" && file === "config.yml" && UNCHANGEABLE.includes(content);
      assert.equal(got.exit, name === "doctor" || isRefused ? 1 : expected.exit, shown);
      assert.doesNotMatch(got.err, /Unexpected error|\bat .*:\d+:\d+/, shown);
      const about = got.err.split("\n").filter((line) => line.includes(file));
      // A command that writes the file says besides that it moved the damaged one, or why it does not write.
      assert.ok(about.length <= 2, shown);
      if (command.needs !== "nothing") assert.match(about[0] ?? "", /doctor --fix/, shown);
      if (name === "config set" && !isRefused) continue;
      assert.ok(isKept(join(it.home, file), content), shown);
    }
  });

/** `config set` could not keep the rest of these. */
const UNCHANGEABLE = ["directory", NOT_YAML];

for (const { name: what, file, content } of DAMAGES)
  test(`\`doctor\` reports ${what}, and \`doctor --fix\` repairs it`, async (t) => {
    const { it } = await desk(t);
    replace(join(it.home, file), content);
    const found = await it.oldhand(["doctor"]);
    assert.equal(found.exit, 1);
    assert.match(found.out, /doctor --fix/);
    const fixed = await it.oldhand(["doctor", "--fix"]);
    assert.equal(fixed.exit, 0, fixed.out);
    assert.match(fixed.out, new RegExp(`(?:Moved|Removed) .*${file.replace(".", "\\.")}`, "s"));
    assert.ok(isKept(join(it.home, file), content));
    const { healthy, fixed: again } = await it.json(["doctor", "--fix"]);
    assert.deepEqual([healthy, again], [true, []]);
    assert.equal((await it.oldhand(["record", "list"])).err, "");
  });

test("a repair keeps the settings that can be read, and their comments", async (t) => {
  const { it } = await desk(t);
  const text = "# mine\nbrief:\n  budget: 900 # tokens\nrecall:\n  limit: many\n";
  writeFileSync(join(it.home, "config.yml"), text);
  await it.oldhand(["doctor", "--fix"]);
  assert.equal((await it.json(["config", "get", "brief.budget"])).value, 900);
  assert.match(readFileSync(join(it.home, "config.yml"), "utf8"), /^# mine\nbrief:\n {2}budget: 900 # tokens\n/);
  writeFileSync(join(it.home, "config.yml"), "review: all\ncapture.private: [projectx]\nbrief: [1\n");
  const { review, hidden } = { review: await value(it, "review"), hidden: await value(it, "capture.private") };
  assert.deepEqual([review, hidden], ["all", ["projectx"]]);
  await it.oldhand(["doctor", "--fix"]);
  assert.deepEqual([await value(it, "review"), await value(it, "capture.private")], ["all", ["projectx"]]);
});

test("an unknown key stops nothing, and is not removed by a repair", async (t) => {
  const { it, run } = await desk(t);
  const content = "brief.bugdet: 3\n";
  for (const command of RUN.filter(({ needs }) => needs === "read")) {
    const expected = await run(command, "config.yml");
    assert.deepEqual((await run(command, "config.yml", content)).exit, expected.exit, command.name);
  }
  await it.oldhand(["doctor", "--fix"]);
  assert.equal(readFileSync(join(it.home, "config.yml"), "utf8"), content);
});

test("only a person repairs files", async (t) => {
  const { it } = await desk(t);
  writeFileSync(join(it.home, "config.yml"), NOT_YAML);
  const { exit, err } = await it.oldhand(["doctor", "--fix"], { env: { isAgent: true } });
  assert.deepEqual([exit, /Only a person can change settings/.test(err)], [1, true]);
  assert.equal(readFileSync(join(it.home, "config.yml"), "utf8"), NOT_YAML);
});

test("every command with arguments exists", () => {
  const known = new Set(SPLIT.map(({ name }) => name));
  assert.deepEqual(
    Object.keys(ARGUMENTS).filter((name) => !known.has(name)),
    [],
  );
});

async function value({ json }: Sandbox, key: string): Promise<unknown> {
  return (await json(["config", "get", key])).value;
}

function replace(path: string, content: string | undefined): void {
  rmSync(path, { force: true });
  if (content === "directory") mkdirSync(join(path, "kept"), { recursive: true });
  else if (content !== undefined) writeFileSync(path, content, { mode: 0o600 });
}

/** Whether the damaged content is still there, in its place or aside. */
function isKept(path: string, content: string): boolean {
  const names = readdirSync(dirname(path)).filter((name) => name.startsWith(basename(path)));
  return names.some((name) => {
    const at = join(dirname(path), name);
    if (content === "directory") return existsSync(join(at, "kept"));
    return statSync(at).isFile() && readFileSync(at, "utf8") === content;
  });
}
