/** A secret in any field of any input, or at a place where a text is cut, leaves no byte in the home. */
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { AgentName } from "../../../src/core/session/session.ts";
import { contextFor } from "../../../src/faces/hook/context-for-event.ts";
import { hostEventIn } from "../../../src/faces/hook/host-event.ts";
import type { Env } from "../../../src/verbs/call/environment.ts";
import { ALNUM, drawFrom } from "../../core/screen/made-up.ts";
import { connected } from "../../faces/mcp/connected.ts";
import { claudeSession } from "../../fixtures/claude-session.ts";
import { makeRepo, tempDir } from "../../fixtures/git-repo.ts";
import { filesBelow, type SafetyHome, safetyHome } from "../../fixtures/safety-home.ts";
import { transcript } from "../../fixtures/transcripts/read.ts";

const draw = drawFrom(20_262);

/** A token for each input, so that a trace names the input that let it in. */
function canaries() {
  const made: { readonly input: string; readonly needles: readonly string[] }[] = [];
  return {
    token(input: string): string {
      const body = draw(ALNUM, 36);
      made.push({ input, needles: [body.slice(0, 12), body.slice(-12)] });
      return `ghp_${body}`;
    },
    /** A secret of several words: a cut between two of them leaves whole words. */
    phrase(input: string): string {
      const words = Array.from(
        { length: 6 },
        () => draw("bcdfghklmnprstvz", 1) + draw("aeiou", 1) + draw("bdgklmnprst", 6),
      );
      made.push({ input, needles: words });
      return `passphrase: "${words.join(" ")}"`;
    },
    /** Every file is read once: there are hundreds of needles. */
    leftIn(dir: string): string[] {
      const files = [...filesBelow(dir)].map(({ path, bytes }) => ({
        path: path.slice(dir.length),
        text: `${path}\n${bytes.toString("latin1").replaceAll("\0", "")}`.toLowerCase(),
      }));
      return made.flatMap(({ input, needles }) =>
        files
          .filter(({ text }) => needles.some((needle) => text.includes(needle.toLowerCase())))
          .map(({ path }) => `${input}: ${path}`),
      );
    },
    count: () => made.length,
  };
}

/** Distances from a cut to the start of the secret, so that the cut is before, in and after it. */
const EDGES = [-60, -40, -30, -12, -4, 0, 1];

/** A text with the secret at a distance from position `cut`. */
function atEdge(cut: number, distance: number, secret: string): string {
  const before = "plain words here ".repeat(Math.ceil((cut + 200) / 17)).slice(0, cut + distance - 1);
  return `${before} ${secret} and more text after it\n${"the rest of it ".repeat(50)}`;
}

async function hook(home: SafetyHome, agent: AgentName, input: object, over: Partial<Env> = {}): Promise<void> {
  const event = hostEventIn(agent, JSON.stringify(input));
  assert.ok(event !== undefined);
  const deadline = { awaitMore: () => {}, begin: () => {}, extend: () => {} };
  await contextFor(agent, event, { env: home.env(over), deadline });
}

test("nothing is left of a secret in a prompt, wherever the prompt is cut, nor in a hook's other fields", async (t) => {
  const home = safetyHome(t);
  const made = canaries();
  await home.use((memory) => memory.add({ text: "Use pnpm in the shop." }));
  const prompt = { hook_event_name: "UserPromptSubmit", session_id: "s1", cwd: home.tree };
  for (const cut of [2000, 16_384])
    for (const distance of EDGES)
      for (const kind of ["token", "phrase"] as const)
        await hook(home, "claude-code", {
          ...prompt,
          prompt: atEdge(cut, distance, made[kind](`prompt, ${kind} at ${cut} ${distance}`)),
        });
  // Private text in front moves the cut to a later place of the prompt.
  const hidden = `<private>${"x ".repeat(7500)}</private>`;
  for (const distance of EDGES)
    await hook(home, "claude-code", {
      ...prompt,
      prompt: hidden + atEdge(16_384 - hidden.length, distance, made.token(`prompt after private text ${distance}`)),
    });
  const named = (name: string): string => {
    const dir = join(home.tree, `in-${made.token(name)}`);
    mkdirSync(dir);
    return dir;
  };
  const end = { hook_event_name: "SessionEnd", session_id: "s1", cwd: home.tree };
  for (const event of ["SessionStart", "UserPromptSubmit", "SessionEnd"]) {
    const input = { ...prompt, hook_event_name: event, prompt: "Use pnpm in the shop." };
    await hook(home, "claude-code", { ...input, cwd: named(`cwd of ${event}`) });
    await hook(home, "claude-code", { ...input, session_id: made.token(`session of ${event}`) });
  }
  await hook(home, "claude-code", { ...end, transcript_path: join(named("transcript path"), "a.jsonl") });
  assert.deepEqual(made.leftIn(home.path), []);
  await home.use(() => {});
  assert.deepEqual(made.leftIn(home.path), []);
  t.diagnostic(`${made.count()} secrets`);
});

test("nothing is left of a secret in the session, the directory, a ticket or the path of an import", async (t) => {
  const home = safetyHome(t);
  const made = canaries();
  const files = tempDir(t, "files");
  const session = `s-${made.token("session id of a shell")}`;
  await home.use(
    async (memory) => {
      const { record } = (await memory.add({ text: "Use pnpm in the shop." })) as { record?: { id: string } };
      assert.ok(record !== undefined);
      await memory.addEpisode({ text: "The shop was moved.", outcome: "success" });
      await memory.recall({ query: "pnpm shop", format: "prompt" });
    },
    { over: { session } },
  );

  const dir = join(files, `app-${made.token("directory of a project")}`);
  makeRepo(t, { dir });
  mkdirSync(join(dir, "src"));
  for (const at of [dir, join(dir, "src")])
    await home.use((memory) => memory.add({ text: `A statement of ${at.length}.` }), { dir: at, over: { cwd: at } });
  const remote = `https://git.example.com/${made.token("path of a remote")}/app.git`;
  await home.use((memory) => memory.add({ text: "It has a remote.", scope: "project" }), {
    dir: makeRepo(t, { remote }),
  });

  const tickets = join(files, `tickets-${made.token("directory of tickets")}`);
  mkdirSync(tickets);
  writeFileSync(join(tickets, `${made.token("file name of a ticket")}.md`), "# A ticket\n\nIt has a name.\n");
  const fields = ["id", "title", "description", "status", "type", "priority", "parent"];
  await home.use(async (memory) => {
    await memory.importTickets({ directory: tickets });
    for (const field of fields)
      await memory.importTickets({ json: JSON.stringify({ title: "One", [field]: made.token(`ticket ${field}`) }) });
    await memory.importTickets({ json: JSON.stringify({ title: "Two", notes: [made.token("ticket notes")] }) });

    const history = join(files, `${made.token("file name of a history")}.hist`);
    writeFileSync(history, `npm test\nexport A=${made.token("line of a history")}\n`);
    await memory.importHistory({ source: "bash", file: history });
    const notes = join(files, `${made.token("file name of a memory")}.md`);
    writeFileSync(
      notes,
      `- Use pnpm in the shop, as ${made.token("line of a memory")} says.\n- Use tabs in the shop.\n`,
    );
    await memory.importMemories({ source: "markdown", file: notes }).catch(() => {});
    await memory.import(notes).catch(() => {});
  });
  assert.deepEqual(made.leftIn(home.path), []);
  t.diagnostic(`${made.count()} secrets`);
});

const AGENT_FIXTURES: readonly (readonly [agent: AgentName, fixture: string])[] = [
  ["claude-code", "claude-code.jsonl"],
  ["claude-code", "claude-code-subagent.jsonl"],
  ["codex", "codex.jsonl"],
  ["codex", "codex-bare.jsonl"],
  ["pi", "pi.jsonl"],
  ["omp", "omp.jsonl"],
  ["gemini", "gemini.jsonl"],
];

for (const [agent, fixture] of AGENT_FIXTURES)
  test(`nothing is left of a secret in any field of ${fixture}`, async (t) => {
    const home = safetyHome(t);
    const made = canaries();
    const folder = tempDir(t, "transcripts");
    const lines = readFileSync(transcript(fixture), "utf8")
      .split("\n")
      .filter((line) => line.trim() !== "");
    const places = new Set<string>();
    await home.use(async (memory) => {
      for (const [at, line] of lines.entries())
        for (const path of textPaths(JSON.parse(line))) {
          const place = `${JSON.parse(line).type ?? ""} ${path.join(".")}`;
          if (places.has(place)) continue;
          places.add(place);
          const changed = JSON.stringify(withText(JSON.parse(line), path, (text) => `${text} ${made.token(place)}`));
          const joined = JSON.stringify(withText(JSON.parse(line), path, () => `x-${made.token(`${place}, alone`)}`));
          for (const [n, one] of [changed, joined].entries()) {
            const file = join(folder, `${places.size}-${n}.jsonl`);
            writeFileSync(file, `${lines.with(at, one).join("\n")}\n`);
            await memory.importSessions({ agent, file });
          }
        }
      const named = join(folder, `${made.token("file name")}.jsonl`);
      writeFileSync(named, `${lines.join("\n")}\n`);
      await memory.importSessions({ agent, file: named });
    });
    assert.ok(places.size > 8, [...places].join(", "));
    assert.deepEqual(made.leftIn(home.path), []);
    t.diagnostic(`${made.count()} secrets in ${places.size} fields`);
  });

test("nothing is left of a secret where a message, an output, an error line or a title is cut", async (t) => {
  const home = safetyHome(t);
  const made = canaries();
  const folder = tempDir(t, "transcripts");
  const filler = "one more line of output\n".repeat(200);
  await home.use(async (memory) => {
    for (const [n, distance] of EDGES.entries())
      for (const kind of ["token", "phrase"] as const) {
        const secret = (what: string): string => made[kind](`${what}, ${kind} at ${distance}`);
        const failed = atEdge(300, distance - 7, secret("error line")).split("\n")[0];
        const file = claudeSession({
          folder,
          id: `edge-${kind}-${n}`,
          cwd: home.tree,
          startMs: 1_790_000_000_000,
          said: [
            { person: atEdge(1 << 16, distance, secret("message of the person")) },
            { agent: atEdge(1 << 16, distance, secret("message of the agent")) },
            { run: "make all", printed: atEdge(2048, distance, secret("output")), exit: 1 },
            { run: "make one", printed: `${filler}error: ${failed}\n`, exit: 1 },
            { agent: atEdge(1800, distance, secret("end of a chunk")) },
          ],
        });
        await memory.importSessions({ agent: "claude-code", file });
        const title = atEdge(200, distance, secret("title")).split("\n")[0];
        writeFileSync(
          file,
          `${JSON.stringify({ type: "summary", summary: title, leafUuid: "x" })}\n${JSON.stringify({ type: "custom-title", customTitle: title, sessionId: `edge-${kind}-${n}` })}\n`,
          { flag: "a" },
        );
        await memory.importSessions({ agent: "claude-code", file });
      }
    await memory.extract();
  });
  assert.deepEqual(made.leftIn(home.path), []);
  t.diagnostic(`${made.count()} secrets`);
});

test("nothing is left of a secret in any field of any tool", async (t) => {
  const made = canaries();
  const server = await connected(t);
  const learned = await server.call("memory_learn", { type: "fact", text: "The shop is in the cellar." });
  const id = learned.record.id;
  const { result } = await server.request("tools/list");
  const samples: Readonly<Record<string, unknown>> = {
    ...{ id, text: "The shop moved upstairs.", type: "fact", query: "shop", name: "move", outcome: "success" },
    ...{ steps: ["npm test"], title: "Shop", task: "move the shop" },
  };
  let calls = 0;
  for (const { name, inputSchema } of result.tools)
    for (const [field, schema] of Object.entries<{ type?: string }>(inputSchema.properties ?? {})) {
      const required: string[] = inputSchema.required ?? [];
      const base = Object.fromEntries(required.map((one) => [one, samples[one] ?? "shop"]));
      for (const secret of [
        made.token(`${name} ${field}`),
        `see ${made.token(`${name} ${field}, in a sentence`)} there`,
      ]) {
        const connection = await server.again();
        await connection.call(name, { ...base, [field]: schema.type === "array" ? [secret] : secret });
        calls += 1;
      }
    }
  assert.ok(calls > 40);
  assert.deepEqual(made.leftIn(server.home.path), []);
  t.diagnostic(`${calls} calls`);
});

type Json = ReturnType<typeof JSON.parse>;

/** The paths of all texts in a value. */
function textPaths(value: Json, path: readonly string[] = []): string[][] {
  if (typeof value === "string") return [[...path]];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => textPaths(inner, [...path, key]));
}

function withText(value: Json, [key, ...rest]: readonly string[], change: (text: string) => string): Json {
  if (key === undefined) return change(value);
  const copy = Array.isArray(value) ? [...value] : { ...value };
  copy[key as never] = withText(value[key], rest, change) as never;
  return copy;
}
