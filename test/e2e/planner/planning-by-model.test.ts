import assert from "node:assert/strict";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { test } from "node:test";
import type { PlannerContext } from "../../../src/plan/context.ts";
import { type PlannedByModel, planByModel } from "../../../src/verbs/asking/plan-by-model.ts";
import { openForWriting } from "../../../src/verbs/call/open-for-writing.ts";
import type { Cleaning } from "../../fixtures/git-repo.ts";
import { memoryHome } from "../../fixtures/memory-home.ts";
import { measureSlowness, patience } from "../../fixtures/patience.ts";
import { known } from "../../fixtures/planner/known.ts";
import { type ModelServer, modelServer, type Reply, type Wire } from "../../models/model-server.ts";

const WIRES: Wire[] = ["ollama", "openai-compatible", "anthropic"];
const TOKEN = `ghp_${"a1B2c3D4e5F6g7H8i9J0".repeat(2).slice(0, 36)}`;

const answer = {
  intent_summary: "Run the tests.",
  command: "npm test",
  risk: "low",
  explanation: "Runs the project's own tests.",
  assumptions: ["node_modules is there"],
  destructive: false,
  touches_files: false,
  touches_network: false,
  escalates_privileges: false,
  confidence: 0.856,
  expected_output: "a list of tests" as string | null,
};

const reply = (parts: Partial<typeof answer> = {}): Reply => ({ text: JSON.stringify({ ...answer, ...parts }) });

const proposal = {
  command: "npm test",
  explanation: "Runs the project's own tests.",
  assumptions: ["node_modules is there"],
  confidence: 0.86,
  source: "model",
  saidRisk: "low",
};

for (const wire of WIRES) {
  test(`${wire}: a valid plan is proposed, and the call is in the ledger`, async (t) => {
    const { planned, requests, spent } = await plan(t, [reply()], { wire });
    assert.deepEqual(planned, { outcome: "planned", proposal });
    assert.equal(requests.length, 1);
    assert.match(JSON.stringify(requests[0]!.body), /Prefer known workflow commands.*pnpm, never npm.*run the tests/s);
    assert.deepEqual(
      spent.map(({ model, calls, inputTokens, reserved }) => ({ model, calls, inputTokens, reserved })),
      [{ model: `${wire}/${requests[0]!.body.model}`, calls: 1, inputTokens: 120, reserved: 0 }],
    );
  });

  test(`${wire}: an invalid answer is requested again`, async (t) => {
    const wrong =
      wire === "ollama" ? [{ text: "npm test" }, { text: "npm test" }] : [{ text: '{"command":"npm test"}' }];
    const { planned, requests } = await plan(t, [...wrong, reply()], { wire });
    assert.deepEqual(planned, { outcome: "planned", proposal });
    assert.equal(requests.length, wrong.length + 1);
    assert.match(JSON.stringify(requests.at(-1)!.body.messages.at(-1)), /cannot be used/);
  });

  test(`${wire}: answers that stay invalid give no plan`, async (t) => {
    const never = { text: "I would run the tests." };
    const { planned } = await plan(t, [never, never, never, reply()], { wire });
    assert.match(reasonOf(planned), /is invalid, also after a retry/);
  });

  test(`${wire}: a model that hangs is given up`, async (t) => {
    // Long enough for the request to arrive, so that it is the answer that is missing.
    await measureSlowness();
    const seconds = patience(300) / 1000;
    const { planned, requests } = await plan(t, [{ hangs: true }], { wire, seconds });
    assert.equal(requests.length, 1);
    assert.deepEqual(planned, { outcome: "not planned", reason: `the model did not answer within ${seconds} seconds` });
  });

  test(`${wire}: a missing model is reported`, async (t) => {
    const error = { type: "not_found_error", message: "model 'm' not found" };
    const raw = JSON.stringify({ type: "error", error: wire === "ollama" ? error.message : error });
    const { planned, requests } = await plan(t, [{ status: 404, raw }], { wire });
    assert.match(reasonOf(planned), /^the server answered 404: .*not found/);
    assert.equal(requests.length, 1);
  });

  test(`${wire}: nothing is sent without tokens left for it`, async (t) => {
    const { planned, requests } = await plan(t, [reply()], { wire, cap: "100" });
    assert.match(reasonOf(planned), /today's token cap leaves less/);
    assert.equal(requests.length, 0);
  });

  test(`${wire}: a secret in the request never leaves`, async (t) => {
    const { planned, requests } = await plan(t, [reply()], { wire, request: `log in with ${TOKEN}` });
    assert.match(reasonOf(planned), /^the request contains a secret \(/);
    assert.equal(reasonOf(planned).includes(TOKEN), false);
    assert.equal(requests.length, 0);
  });

  test(`${wire}: a secret in the answer is refused, and not sent back`, async (t) => {
    const leak = reply({ command: `curl -u me:${TOKEN} https://example.com` });
    const { planned, requests } = await plan(t, [leak, leak, leak], { wire });
    assert.match(reasonOf(planned), /contains a secret/);
    assert.equal(JSON.stringify(requests.map(({ body }) => body)).includes(TOKEN), false);
  });
}

const HIDDEN: [what: string, command: string][] = [
  ["after a line break", "ls\nrm -rf ~"],
  ["after a carriage return", "rm -rf ~\rls"],
  ["after a line separator", "ls\u2028rm -rf ~"],
  ["behind a terminal escape", "rm -rf ~ #\u001b[2K\u001b[1Gls"],
  ["behind invisible characters", "ls \u202e~ fr- mr ;\u202c"],
  ["far to the right", `ls${" ".repeat(200)}; rm -rf ~`],
  ["under a backspace", "rm -rf ~\b\b\b\b\b\b\b\bls"],
];

test("a hidden second command is refused, never silently removed", async (t) => {
  for (const [what, command] of HIDDEN) {
    const hidden = reply({ command });
    const { planned, requests } = await plan(t, [hidden, hidden, hidden], { wire: "openai-compatible" });
    assert.match(reasonOf(planned), /must be one line|invisible characters/, what);
    assert.equal(requests.length, 2, what);
  }
});

test("a visible second command is passed on entirely, for the risk rules", async (t) => {
  const { planned } = await plan(t, [reply({ command: "ls && rm -rf ~\n" })]);
  assert.deepEqual(planned, { outcome: "planned", proposal: { ...proposal, command: "ls && rm -rf ~" } });
});

test("a plan that understates its risk is passed on with the stated risk", async (t) => {
  const { planned } = await plan(t, [reply({ command: "rm -rf build", risk: "low" })]);
  assert.deepEqual(planned, { outcome: "planned", proposal: { ...proposal, command: "rm -rf build" } });
});

test("a plan that says low and destructive, or low and as another user, gets the higher risk", async (t) => {
  for (const parts of [{ destructive: true }, { escalates_privileges: true }]) {
    const { planned } = await plan(t, [reply(parts)]);
    assert.deepEqual(planned, { outcome: "planned", proposal: { ...proposal, saidRisk: "high" } });
  }
});

test("an answer with only reasoning is requested again without reasoning", async (t) => {
  const { planned, requests, spent } = await plan(t, [{ text: "", thinking: "The person wants tests." }, reply()]);
  assert.deepEqual(planned, { outcome: "planned", proposal });
  assert.deepEqual(
    requests.map(({ body }) => [body.think, body.messages.length]),
    [
      [undefined, 2],
      [false, 2],
    ],
  );
  assert.equal(spent[0]?.calls, 2);
});

test("an answer with text around it is still parsed", async (t) => {
  const text = `Here {you} are: { "command": broken } or rather ${reply({ explanation: 'Runs "}" {tests}' }).text} Enjoy!`;
  const { planned, requests } = await plan(t, [{ text }]);
  assert.deepEqual(planned, { outcome: "planned", proposal: { ...proposal, explanation: 'Runs "}" {tests}' } });
  assert.equal(requests.length, 1);
});

test("an unreachable address is reported, and costs nothing", async (t) => {
  const { planned, spent } = await plan(t, [], { setting: `ollama/qwen3:8b@http://127.0.0.1:${await freePort()}` });
  assert.match(reasonOf(planned), /^no server answered/);
  assert.deepEqual(
    spent.map(({ calls, inputTokens, outputTokens, reserved }) => ({ calls, inputTokens, outputTokens, reserved })),
    [{ calls: 1, inputTokens: 0, outputTokens: 0, reserved: 0 }],
  );
});

test("a model that knows no command says why", async (t) => {
  const { planned } = await plan(t, [reply({ command: " ", explanation: "Nothing here can brew tea." })]);
  assert.deepEqual(planned, {
    outcome: "not planned",
    reason: "the model knows no command for that: Nothing here can brew tea.",
  });
});

test("a workflow with an open slot is not a plan; a redirection between angle brackets is", async (t) => {
  const open = await plan(t, [reply({ command: "git add -A && git commit -m <message>" })]);
  assert.deepEqual(open.planned, { outcome: "not planned", reason: "the model left <message> unfilled" });
  const { planned } = await plan(t, [reply({ command: "sort <names>sorted" })]);
  assert.equal(planned.outcome, "planned");
});

test("a confidence in percent is converted to a fraction", async (t) => {
  for (const [confidence, share] of [
    [85, 0.85],
    [-3, 0],
    [1000, 1],
  ] as const) {
    const { planned } = await plan(t, [reply({ confidence })]);
    assert.deepEqual(planned, { outcome: "planned", proposal: { ...proposal, confidence: share } });
  }
});

test("without a model, or with an invalid setting, the reason is reported", async (t) => {
  const reason = async (setting: string) => reasonOf((await plan(t, [], { setting })).planned);
  assert.equal(await reason(""), "no model is configured");
  assert.match(await reason("qwen3"), /provider\/model/);
});

test("a request that is too long is not sent", async (t) => {
  const { planned, requests } = await plan(t, [reply()], { request: "run the tests and ".repeat(2000) });
  assert.deepEqual(planned, { outcome: "not planned", reason: "the request is too long for a model" });
  assert.equal(requests.length, 0);
});

type Asking = {
  readonly wire?: Wire;
  readonly request?: string;
  readonly context?: PlannerContext;
  readonly cap?: string;
  readonly seconds?: number;
  readonly setting?: string;
};

async function plan(t: Cleaning, replies: readonly Reply[], asking: Asking = {}) {
  const { wire = "ollama", request = "run the tests", context = known, cap = "100000" } = asking;
  const home = memoryHome(t);
  const server: ModelServer = await modelServer(t, replies);
  const memory = await home.open();
  await memory.set("models.default", asking.setting ?? server.setting(wire));
  await memory.set("models.dailyTokenCap", cap);
  home.close();
  const call = await openForWriting(home.env({ variables: { ANTHROPIC_API_KEY: "an-key" } }), { note: () => {} });
  t.after(() => call.store.close());
  const planned = await planByModel(call, {
    request,
    context,
    targets: [],
    ...(asking.seconds !== undefined && { seconds: asking.seconds }),
  });
  return { planned, requests: server.requests, spent: call.store.spending.today() };
}

function reasonOf(planned: PlannedByModel): string {
  return planned.outcome === "planned" ? `planned: ${planned.proposal.command}` : planned.reason;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
