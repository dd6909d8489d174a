import assert from "node:assert/strict";
import { test } from "node:test";
import { stripVTControlCharacters } from "node:util";
import { openMemory } from "../../../src/main/memory.ts";
import { sandbox } from "./sandbox.ts";

test("the options of a guard become the guards of the record, and update replaces them", async (t) => {
  const it = sandbox(t);
  const { record } = await it.json([
    ...["record", "add", "Never force-push", "--deny", "git push --force", "--except", "--force-with-lease"],
    ...["--require", "terraform apply=-var-file", "--first", "git push=npm test", "--protect", "generated/**"],
    ...["--instead", "npm=pnpm", "--mode", "deny"],
  ]);
  const more = { except: "--force-with-lease", mode: "deny" };
  assert.deepEqual(record.guards, [
    { deny: "git push --force", ...more },
    { instead: { npm: "pnpm" }, ...more },
    { require: { command: "terraform apply", flag: "-var-file" }, ...more },
    { first: { command: "git push", run: "npm test" }, ...more },
    { protect: "generated/**", ...more },
  ]);
  const updated = await it.json(["record", "update", record.id, "--deny", "git add .", "--deny", "git add -A"]);
  assert.deepEqual(updated.record.guards, [{ deny: ["git add .", "git add -A"] }]);
  const cleared = await it.json(["record", "update", record.id, "--deny", ""]);
  assert.equal(cleared.record.guards, undefined);
});

test("guard test and guard log print their documents", async (t) => {
  const it = sandbox(t);
  const { record } = await it.json(["record", "add", "Use pnpm, not npm", "--instead", "npm=pnpm", "--mode", "deny"]);
  const { action, matches } = await it.json(["guard", "test", "sudo npm test"]);
  assert.equal(action, "deny");
  assert.deepEqual(
    matches.map(({ record, guard, reason, remedy }: Record<string, unknown>) => ({ record, guard, reason, remedy })),
    [
      {
        record: record.id,
        guard: { instead: { npm: "pnpm" }, mode: "deny" },
        reason: "use `pnpm` instead of `npm`",
        remedy: "pnpm test",
      },
    ],
  );
  assert.deepEqual((await it.json(["guard", "test", "pnpm test"])).action, "pass");
  assert.deepEqual((await it.json(["guard", "log"])).entries, []);
  assert.equal((await it.json(["guard", "list"])).guards.length, 2);
});

test("a guard that is no command, or an option without a guard, is refused with what to do", async (t) => {
  const it = sandbox(t);
  const options = [
    ["--deny", "a; b; c"],
    ["--instead", "npm"],
    ["--mode", "deny"],
    ["--protect", "x", "--mode", "stop"],
  ];
  for (const words of options) {
    const { exit, err } = await it.oldhand(["record", "add", "A rule", ...words]);
    assert.equal(exit, 2, `${words.join(" ")}: ${err}`);
  }
});

test("at a terminal one key keeps the guard that was understood, and another drops it", async (t) => {
  const it = sandbox(t);
  await it.oldhand(["record", "add", "Use pnpm, not npm"], { columns: 80, answer: "" });
  await it.oldhand(["record", "add", "Use ruff, not black"], { columns: 80, answer: "n" });
  const { records } = await it.json(["record", "list"]);
  assert.deepEqual(
    Object.fromEntries(records.map(({ text, guards }: { text: string; guards?: object }) => [text, guards ?? null])),
    { "Use pnpm, not npm": [{ instead: { npm: "pnpm" } }], "Use ruff, not black": null },
  );
  assert.deepEqual((await it.json(["suggestions"])).suggestions, [], "a guard that was dropped is proposed again");
});

test("another key, or Ctrl-C, leaves the guard among the suggestions", async (t) => {
  const it = sandbox(t);
  const { out } = await it.oldhand(["record", "add", "Use pnpm, not npm"], { columns: 80, answer: "x" });
  assert.match(out, /Guard not decided\. It is in `oldhand suggestions`\./);
  assert.equal((await it.json(["suggestions"])).suggestions.length, 1);
});

test("in a pipe each guard is one line", async (t) => {
  const it = sandbox(t);
  const { record } = await it.json(["record", "add", "Use pnpm, not npm", "--instead", "npm=pnpm"]);
  const { out } = await it.oldhand(["guard", "list"]);
  const [own, builtIn, ...more] = out.trimEnd().split("\n");
  assert.equal(own, `${record.id}\tdeny\tdenies \`npm …\`, suggests \`pnpm …\`\tUse pnpm, not npm`);
  assert.match(builtIn ?? "", /^built-in\tdeny\tprotects the files /);
  assert.deepEqual(more, []);
});

test("a plain statement is remembered with the guard that it says, as a proposal", async (t) => {
  const it = sandbox(t);
  const { record, guard } = await it.json(["record", "add", "Use pnpm, not npm"]);
  assert.equal(record.guards, undefined);
  assert.deepEqual(guard, {
    proposed: { instead: { npm: "pnpm" } },
    says: "denies `npm …`, suggests `pnpm …`",
    ...{ stops: "Stops: npm", passes: "Passes: pnpm" },
  });
});

test("a guard that a new record's words say is pending at once, in the list and in every count", async (t) => {
  const it = sandbox(t);
  await it.oldhand(["record", "add", "Never force-push"]);
  const { suggestions } = await it.json([]);
  assert.equal(suggestions.pending, 1);
  const { out } = await it.oldhand(["suggestions"]);
  assert.match(out, /Add a guard to "Never force-push"/);
});

test("words after guard test are the line as it stands; own options come before it, or after one quoted argument", async (t) => {
  const it = sandbox(t);
  await it.oldhand(["record", "add", "Never force", "--deny", "git push --force", "--text", "*.ts=: any\\b"]);
  const action = async (args: readonly string[], input = "") =>
    JSON.parse((await it.oldhand(["guard", "test", ...args], { input })).out).action;
  assert.equal(await action(["--json", "git", "push", "--force"]), "deny");
  assert.equal(await action(["--json", "git", "push"]), "pass");
  assert.equal(await action(["--json", "git", "commit", "-m", "git push --force"]), "pass");
  assert.equal(await action(["git push --force", "--json"]), "deny");
  assert.equal(await action(["--json", "--", "git push --force"]), "deny");
  assert.equal(await action(["--json", "-"], "git push --force\n"), "deny");
  assert.equal(await action(["--json", "--edit", "src/a.ts"], "let a: any;\n"), "deny");
  assert.equal(await action(["--json", "--edit", "src/a.ts"], "let a: string;\n"), "pass");
  const { exit } = await it.oldhand(["guard", "test"]);
  assert.equal(exit, 2);
});

test("guard log says how often each rule was needed", async (t) => {
  const it = sandbox(t);
  const { record } = await it.json(["record", "add", "Use pnpm, not npm", "--instead", "npm=pnpm"]);
  const memory = await openMemory({ ...it.env, isAgent: true }, { dir: it.project });
  for (const command of ["npm test", "npm ci", "pnpm test"])
    await memory.beforeAct({ agent: "codex", session: "ses_1", cwd: it.project, act: { kind: "command", command } });
  memory.close();
  const { out } = await it.oldhand(["guard", "log"], { columns: 100 });
  assert.ok(stripVTControlCharacters(out).startsWith(`Needed 2 times: Use pnpm, not npm (${record.id})\n`));
});

test("the example of what passes does pass", async (t) => {
  const examples: readonly (readonly [string, RegExp])[] = [
    ["Never use `git reset --hard`", /Passes: git reset(?! --hard)/],
    ["Never use npm", /Passes: npm --help/],
    ["Never push to main", /Stops: git push on main/],
  ];
  for (const [text, said] of examples) {
    const it = sandbox(t);
    await it.oldhand(["record", "add", text]);
    const { out } = await it.oldhand(["suggestions", "--json"]);
    assert.match(out, said);
  }
});
