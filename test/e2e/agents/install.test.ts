/** Real agents with this memory installed: records of one session reach the model in the next, once; and uninstall restores the settings. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { AS_PERSON } from "../../fixtures/as-person.ts";
import { program } from "../cli/program.ts";
import { type AgentDesk, agentDesk } from "./agent-desk.ts";
import { type AgentProgram, fileOf, PROGRAMS_HERE } from "./programs.ts";
import { CHECK, firstTurn, RULE, setScene } from "./story.ts";

/** Hand-written settings. Text that the agent itself would write is there beforehand. */
const SETTINGS: Readonly<
  Record<AgentProgram, readonly [file: string, prepare: (text: string, desk: AgentDesk) => string]>
> = {
  "claude-code": [".claude/settings.json", () => '{\n  "permissions": {"deny": ["Read(./secret/**)"]}\n}\n'],
  codex: [
    ".codex/config.toml",
    (text, { project }) =>
      `# how I like it\n${text}\n[projects.${JSON.stringify(project)}]\ntrust_level = "trusted" # mine\n`,
  ],
  opencode: [
    ".config/opencode/opencode.json",
    (text) => text.replace("{", '{\n  "$schema": "https://opencode.ai/config.json", // by hand\n  '),
  ],
  pi: [".pi/agent/mcp.json", () => '{ "mcpServers": {} }\n'],
};

const LESSON = "`settings.conf` was edited and it passed";

for (const name of PROGRAMS_HERE) {
  test(`${name}: a rule and a fix of one session reach the model in the next, and no line twice`, async (t) => {
    const desk = await agentDesk(t, name);
    setScene(desk);
    const settings = prepared(desk, name);
    const before = readFileSync(settings, "utf8");
    oldhand(desk, "install", name);

    const first = await firstTurn(desk);
    assert.equal(first.status, 0, first.err);
    const asked = desk.model.turns().length;
    // The person's statements are known by then without a command; this command extracts the rest.
    oldhand(desk, "learn");

    setScene(desk);
    const second = await desk.run(
      { prompt: "Run the check and tell me what it says." },
      { does: { run: CHECK } },
      { says: "It fails." },
    );
    assert.equal(second.status, 0, second.err);
    const [opening, ...later] = desk.model.turns().slice(asked);
    assert.ok(opening?.text.includes(RULE.slice(0, -1)), "the rule did not reach the model");
    const last = later.at(-1)?.text ?? "";
    assert.ok(readable(last).includes(LESSON), "the fix did not reach the model");
    for (const line of [RULE.slice(0, -1), LESSON])
      assert.equal(readable(last).split(line).length, 2, `${line} was given twice`);

    oldhand(desk, "uninstall", name);
    assert.equal(readFileSync(settings, "utf8"), before);
  });
}

for (const name of PROGRAMS_HERE) {
  test(`${name}: a manual edit survives install and uninstall`, async (t) => {
    const desk = await agentDesk(t, name);
    const settings = prepared(desk, name);
    const before = readFileSync(settings, "utf8");
    oldhand(desk, "install", name);
    const mine = settings.endsWith(".toml") ? "\n# my note\n" : "\n\n";
    writeFileSync(settings, `${readFileSync(settings, "utf8")}${mine}`);
    oldhand(desk, "uninstall", name);
    assert.equal(readFileSync(settings, "utf8"), `${before}${mine}`);
  });
}

for (const name of PROGRAMS_HERE.filter((one) => one === "claude-code")) {
  test("the agent's own validator accepts the plugin", async (t) => {
    const desk = await agentDesk(t, name);
    prepared(desk, name);
    oldhand(desk, "install", name);
    const plugin = join(desk.home, ".local/share/oldhand/plugin");
    for (const folder of [plugin, join(plugin, "oldhand")]) {
      const { status, stdout } = spawnSync(fileOf(name), ["plugin", "validate", folder], {
        encoding: "utf8",
        env: desk.env,
      });
      assert.equal(status, 0, stdout);
    }
  });

  test("after a compaction records are given again", async (t) => {
    const desk = await agentDesk(t, name);
    prepared(desk, name);
    oldhand(desk, "install", name);
    oldhand(desk, "record", "add", "The lock keeper must be asked first.", "--type", "policy", "--scope", "global");
    await desk.run({ prompt: "Say hello." }, { says: "Hello." });
    await desk.run({ prompt: "/compact", goesOn: true }, { says: "<summary>A greeting.</summary>" });
    await desk.run({ prompt: "Say it again.", goesOn: true }, { says: "Hello." });
    const { text } = desk.model.turns().at(-1)!;
    assert.equal(text.split("The lock keeper must be asked first").length, 2);
  });
}

function prepared(desk: AgentDesk, name: AgentProgram): string {
  const [path, prepare] = SETTINGS[name];
  const file = join(desk.home, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, prepare(existsSync(file) ? readFileSync(file, "utf8") : "", desk));
  return file;
}

/** Backticks and quotation marks as they were before the request became JSON. */
function readable(body: string): string {
  return body.replaceAll("\\\\", "\\").replaceAll('\\"', '"');
}

function oldhand({ env, project }: AgentDesk, ...words: readonly string[]): void {
  const { status, stderr, stdout } = spawnSync(process.execPath, [...AS_PERSON, program, ...words], {
    cwd: project,
    env,
    encoding: "utf8",
  });
  assert.equal(status, 0, `oldhand ${words.join(" ")}: ${stderr}${stdout}`);
}
