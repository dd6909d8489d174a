/** `recall` finds what is known; `why` shows the account of it. */
import { isoTime } from "../../core/base/clock.ts";
import { OldhandError } from "../../core/base/error.ts";
import { pathInProject } from "../../core/project/paths.ts";
import type { RecordType } from "../../core/record/record.ts";
import type { Memory } from "../../memory.ts";
import type { RecallAsk, RecallFormat } from "../../verbs/recalling.ts";
import { wholeNumber } from "../choice.ts";
import type { Answer, AnyMemory, Call } from "../command.ts";
import { receiptJson, recordJson } from "../json.ts";
import { oneLine, type Page, shown } from "../page.ts";
import { sinceMs } from "../since.ts";
import { padEnd } from "../text-width.ts";

export async function recall(call: Call, memory: AnyMemory): Promise<Answer> {
  const { isJson, given } = call;
  const asked = given.value("format") as RecallFormat | undefined;
  const format = asked ?? (isJson ? "json" : "snippets");
  const { query, text, results, receipt } = await memory.recall(askOf(call, memory, format));
  if (!isJson && format !== "json" && results.length === 0) call.note(nothingFor(query));
  const json = {
    query,
    results: results.map(({ record, ...result }) => ({
      ...result,
      ...(record !== undefined && { record: recordJson(record) }),
    })),
    receipt,
    ...(format !== "json" && { text }),
  };
  const form = format === "snippets" ? snippetsText : (whole: string) => shown(whole);
  return { json, asJson: format === "json", text: (page) => form(text, page) };
}

export async function why({ args }: Call, memory: AnyMemory): Promise<Answer> {
  const receipt = await memory.why(args[0]);
  const { id, query, atMs, budget, tokens, included, omitted } = receipt;
  const text = (page: Page): string => {
    const inside = included.map(({ id, relevance, tokens, layer, strength, score, stale }) => {
      const parts = layer === undefined ? "" : `  layer ${layer}, strength ${strength} × relevance = ${score}`;
      const untrue = stale === undefined ? "" : `  no longer true: ${shown(stale)}`;
      return page.wrapped(`  ${id}  ${percent(relevance)}  ${tokens} tokens${parts}${untrue}`, "    ");
    });
    const outside = omitted.map(({ id, reason, needTokens, why }) => {
      const need = needTokens === undefined ? "" : `, ${needTokens} tokens too many`;
      return page.wrapped(`  ${id}  ${reason}${why === undefined ? "" : `: ${shown(why)}`}${need}`, "    ");
    });
    const head = `${page.bold(id)}  ${isoTime(atMs).slice(0, 16).replace("T", " ")}`;
    return [
      head,
      page.wrapped(`Asked: ${shown(query)}`, "  "),
      `Handed over: ${tokens} of ${budget} tokens`,
      ...(inside.length > 0 ? inside : ["  nothing"]),
      ...(outside.length > 0 ? ["Left out:", ...outside] : []),
    ].join("\n");
  };
  return { json: receiptJson(receipt), text };
}

export async function brief(call: Call, memory: AnyMemory): Promise<Answer> {
  const { given, io } = call;
  if (given.has("start")) return start(call, memory);
  const [prompt, file, session] = [given.value("prompt"), given.value("file"), given.value("session")];
  const budget = tokensOf(given.value("budget"));
  const answer = await memory.brief({
    ...(prompt !== undefined && { prompt }),
    ...(file !== undefined && {
      file: inProject(file, { option: "--file", cwd: io.env.cwd, root: memory.project?.root }),
    }),
    ...(session !== undefined && { session }),
    ...(budget !== undefined && { budget }),
  });
  return { json: answer, text: () => shown(answer.text) };
}

/** The block for a session's start; nothing where no summary was written yet. */
async function start({ given }: Call, memory: AnyMemory): Promise<Answer> {
  const session = given.value("session") ?? "";
  if (session === "") throw new OldhandError("usage", "A session block belongs to a session: add --session ID.");
  const text = "startBlock" in memory ? await memory.startBlock(session) : "";
  return { json: { text }, text: () => shown(text) };
}

export async function context(_: Call, memory: Memory): Promise<Answer> {
  const known = await memory.context();
  const text = (page: Page): string =>
    [
      `${known.cwd} in ${known.projectRoot} (${known.os}, ${known.shell})`,
      ...known.memoryItems.map(({ kind, key, value, confidence }) =>
        page.wrapped(`  ${kind} ${shown(key)}: ${oneLine(value)} (${Math.round(confidence * 100)} %)`, "    "),
      ),
      ...known.projectFacts.map(({ kind, label, value }) =>
        page.wrapped(`  ${kind} ${shown(label)}: ${oneLine(value)}`, "    "),
      ),
      ...known.recentCommands.map((command) => page.wrapped(`  ran ${oneLine(command)}`, "    ")),
    ].join("\n");
  return { json: known, text };
}

/** A brief of no tokens is empty, and that may be what is wanted. */
function tokensOf(text: string | undefined): number | undefined {
  return text?.trim() === "0" ? 0 : wholeNumber("--budget", text);
}

function askOf({ given, scope, args, io }: Call, memory: AnyMemory, format: RecallFormat): RecallAsk {
  const type = given.value("type") as RecordType | undefined;
  const path = given.value("path");
  const since = given.value("since");
  const limit = wholeNumber("--limit", given.value("limit"));
  const budget = wholeNumber("--budget", given.value("budget"));
  return {
    query: args[0] ?? "",
    format,
    archived: given.has("archived"),
    ...(type !== undefined && { types: [type] }),
    ...(scope !== undefined && { scopes: [scope] }),
    ...(path !== undefined && {
      path: inProject(path, { option: "--path", cwd: io.env.cwd, root: memory.project?.root }),
    }),
    ...(since !== undefined && { sinceMs: sinceMs(since, io.env.clock()) }),
    ...(limit !== undefined && { limit }),
    ...(budget !== undefined && { budget }),
  };
}

function inProject(file: string, { option, cwd, root }: Place): string {
  const path = root === undefined ? file : pathInProject(file, { root, cwd });
  if (path !== undefined) return path;
  throw new OldhandError("usage", `${option} ${file} is not in this project, which is ${root}.`);
}

type Place = { readonly option: string; readonly cwd: string | undefined; readonly root: string | undefined };

function nothingFor(query: string): string {
  if (!/[\p{L}\p{N}]/u.test(query)) return "There is no word to look for in that query.";
  return "Nothing is known about that.";
}

/** Numbered, each with a second line that says what it is: further lines stand under the text. */
function snippetsText(text: string, page: Page): string {
  return shown(text)
    .split("\n")
    .map((line) => (line.startsWith("   ") ? page.dim(page.wrapped(line, "   ")) : page.wrapped(line, "   ")))
    .join("\n");
}

function percent(share: number): string {
  return padEnd(`${Math.round(share * 100)} %`, 5);
}
