/** A verb is one value: what is made up here, in this file only, appears and works on every face that it names. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { completionScript } from "../../src/faces/cli/help/completion.ts";
import { allRoutes, answerRequest } from "../../src/faces/http/routes.ts";
import { createServerState } from "../../src/faces/http/server-state.ts";
import { VERBS } from "../../src/verbs/all-verbs.ts";
import { object, string } from "../../src/verbs/declare/json-schema.ts";
import { LIMIT } from "../../src/verbs/declare/shared-fields.ts";
import { verb } from "../../src/verbs/declare/verb.ts";
import { sandbox } from "../faces/cli/sandbox.ts";
import { connected } from "../faces/mcp/connected.ts";
import { memoryHome } from "../fixtures/memory-home.ts";

const echo = verb({
  name: "parrot echo",
  summary: "Say it again.",
  examples: ["oldhand parrot echo hello --loud"],
  input: {
    text: { type: "text", at: "rest", required: true, help: "What to say; - reads it from stdin." },
    voice: { type: "choice", choices: ["high", "low"], help: "The voice: high or low." },
    times: { ...LIMIT, help: "How often (default 1)." },
    loud: { type: "flag", help: "In capitals." },
  },
  act: "append",
  needs: "write",
  async run({ context }, { text, voice = "low", times = 1, loud = false }) {
    const said = Array.from({ length: times }, () => (loud ? text.toUpperCase() : text)).join(" ");
    return { said, voice, project: context.project !== undefined };
  },
  print: ({ said }, style) => style.bold(said),
  tool: {
    name: "memory_echo",
    title: "Echo",
    description: "Say it again.",
    takes: { text: "What to say.", voice: "" },
    returns: object({ said: string() }),
    answer: ({ said, voice }) => ({ said, voice }),
  },
  page: { answer: ({ said }) => ({ said }) },
});

function withEcho(t: TestContext): void {
  VERBS.push(echo);
  t.after(() => VERBS.splice(VERBS.indexOf(echo), 1));
}

test("the command line parses it, runs it and prints it", async (t) => {
  withEcho(t);
  const { oldhand, json } = sandbox(t);
  assert.equal((await oldhand(["parrot", "echo", "good", "day", "--loud", "--times", "2"])).out, "GOOD DAY GOOD DAY\n");
  assert.equal((await oldhand(["parrot", "echo", "-"], { input: "from stdin" })).out, "from stdin\n");
  const document = await json(["parrot", "echo", "x", "--voice", "HIGH"]);
  assert.deepEqual(document, { schemaVersion: 1, said: "x", voice: "high", project: true });
  assert.match((await oldhand(["parrot", "echo", "x", "--voice", "hi"])).err, /Invalid --voice. Expected high or low/);
  assert.match(
    (await oldhand(["parrot", "echo", "x", "--times", "0"])).err,
    /Invalid --times. Expected a whole number/,
  );
  assert.match((await oldhand(["parrot", "ecko"])).err, /Did you mean `oldhand parrot echo`/);
});

test("help and completions have it", async (t) => {
  withEcho(t);
  const { out } = await sandbox(t).oldhand(["help", "parrot", "echo"]);
  assert.match(out, /^Usage: oldhand parrot echo TEXT\.\.\. \[options\]\n\nSay it again\./);
  assert.match(out, /--voice VOICE +The voice: high or low\./);
  for (const shell of ["zsh", "bash", "fish"] as const) assert.match(completionScript(shell), /parrot[\s\S]*echo/);
});

test("agents have it as a tool, with a schema that is checked", async (t) => {
  withEcho(t);
  const { request, call } = await connected(t);
  const { tools } = (await request("tools/list")).result;
  const { inputSchema, annotations } = tools.find(({ name }: { name: string }) => name === "memory_echo");
  assert.deepEqual(Object.keys(inputSchema.properties), ["text", "voice", "cwd"]);
  assert.deepEqual([inputSchema.required, inputSchema.properties.voice.enum], [["text"], ["high", "low"]]);
  assert.deepEqual([annotations.readOnlyHint, annotations.idempotentHint], [false, false]);
  assert.deepEqual(await call("memory_echo", { text: "hi", voice: "high" }), { said: "hi", voice: "high" });
  assert.match((await call("memory_echo", { text: "hi", loud: true })).failed, /Unknown field "loud"/);
  assert.match((await call("memory_echo", { text: 7 })).failed, /Expected text, got 7/);
  assert.match((await call("memory_echo", {})).failed, /Missing text/);
});

test("the page has it as a route", async (t) => {
  withEcho(t);
  const state = createServerState({ ...memoryHome(t).env(), face: "page" }, () => {});
  t.after(state.close);
  const post = (body: object) =>
    answerRequest(
      { method: "POST", path: "/api/parrot/echo", query: new URLSearchParams(), page: "p", body: JSON.stringify(body) },
      state,
    );
  assert.ok(allRoutes().some(({ path }) => path === "/api/parrot/echo"));
  assert.deepEqual(await post({ text: "hi", loud: true }), { status: 200, json: { said: "HI" } });
  assert.equal((await post({ text: "hi", volume: 3 })).status, 400);
});

test("the library has it with its types", async (t) => {
  const memory = await memoryHome(t).open();
  const { said, voice } = await memory.run(echo, { text: "hi", times: 3 });
  assert.deepEqual([said, voice], ["hi hi hi", "low"]);
});
