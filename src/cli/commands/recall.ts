/** `recall`, `brief`, `context`, and `why` with the receipt of one of them. */
import { actorOf } from "../../context/call-context.ts";
import { sessionOf } from "../../context/place.ts";
import { isoTime } from "../../core/base/clock.ts";
import { OldhandError } from "../../core/base/error.ts";
import type { Receipt } from "../../core/ports.ts";
import { pathInProject } from "../../core/project/project.ts";
import type { RecordType } from "../../core/record/record.ts";
import type { Memory } from "../../open/memory.ts";
import type { RecallAsk, RecallFormat } from "../../verbs/recalling/recall.ts";
import type { Answer, AnyMemory, Call } from "../command.ts";
import { elsewhereJson, elsewhereText } from "../output/elsewhere.ts";
import { minuteOf, percent } from "../output/format.ts";
import { receiptJson, resultJson } from "../output/json.ts";
import { oneLine, printable, type Style } from "../output/style.ts";
import { defined, sinceMs, wholeNumber } from "../parse/values.ts";

export async function recall(call: Call, memory: AnyMemory): Promise<Answer> {
  const { isJson, given } = call;
  const asked = given.value("format") as RecallFormat | undefined;
  const format = asked ?? (isJson ? "json" : "snippets");
  const answer = await memory.recall(askOf(call, memory, format));
  const { query, text, results, receipt, note } = answer;
  const elsewhere = answer.elsewhere && elsewhereJson(call, answer.elsewhere);
  if (!isJson && format !== "json" && results.length === 0)
    call.note(elsewhere === undefined ? noResultsText(query) : elsewhereText(elsewhere));
  if (!isJson && format !== "json" && note !== undefined) call.note(note);
  const json = {
    query,
    results: results.map(resultJson),
    receipt,
    ...(note !== undefined && { note }),
    elsewhere,
    ...(format !== "json" && { text }),
  };
  const form = format === "snippets" ? snippetsText : printable;
  return { json, asJson: format === "json", text: (style) => form(text, style) };
}

export async function why({ args }: Call, memory: AnyMemory): Promise<Answer> {
  const receipt = await memory.why(args[0]);
  const { id, query, atMs, budget, tokens, included, omitted, coin } = receipt;
  const text = (style: Style): string => {
    const inside = included.map(({ id, relevance, tokens, layer, strength, score, stale }) => {
      const parts = layer === undefined ? "" : `, layer ${layer}, strength ${strength} × relevance = ${score}`;
      const outdated = stale === undefined ? "" : `, stale: ${printable(stale)}`;
      return style.wrap(`  ${id}  ${percent(relevance)} relevance, ${tokens} tokens${parts}${outdated}`, "    ");
    });
    const outside = omitted.map(({ id, reason, needTokens, why }) => {
      const need = needTokens === undefined ? "" : ` (needs ${needTokens} more tokens)`;
      return style.wrap(`  ${id}  ${reason}${why === undefined ? "" : `: ${printable(why)}`}${need}`, "    ");
    });
    const head = `${style.bold(id)}  ${minuteOf(isoTime(atMs))}`;
    return [
      head,
      style.wrap(`Query: ${printable(query)}`, "  "),
      ...(coin === undefined ? [] : [style.wrap(coinText(coin), "  ")]),
      `Included: ${tokens} of ${budget} tokens`,
      ...(inside.length > 0 ? inside : ["  nothing"]),
      ...(outside.length > 0 ? ["Left out:", ...outside] : []),
    ].join("\n");
  };
  return { json: receiptJson(receipt), text };
}

function coinText({ oneIn, heldOut }: NonNullable<Receipt["coin"]>): string {
  const rule = `one session in ${oneIn} goes without memory (lift.holdOut)`;
  return heldOut ? `Held out: ${rule}, and this is one: nothing was given.` : `Not held out: ${rule}.`;
}

export async function brief(call: Call, memory: AnyMemory): Promise<Answer> {
  const { given } = call;
  if (given.has("start")) return start(call, memory);
  const [prompt, session] = [given.value("prompt"), given.value("session")];
  const [file, budget] = [fileIn("file", call, memory), tokensOf(given.value("budget"))];
  const answer = await memory.brief(defined({ prompt, file, session, budget }));
  return { json: answer, text: () => printable(answer.text) };
}

/** The block for the start of a session; empty if no summary was written yet. */
async function start({ given, io }: Call, memory: AnyMemory): Promise<Answer> {
  const session = given.value("session") ?? sessionOf(io.env);
  const text = "startBlock" in memory ? await memory.startBlock(session) : "";
  return { json: { text }, text: () => printable(text) };
}

export async function context(_: Call, memory: Memory): Promise<Answer> {
  const known = await memory.context();
  const { cwd, projectRoot, os, shell, memoryItems, projectFacts, recentCommands } = known;
  const text = (style: Style): string =>
    [
      `${cwd === projectRoot ? cwd : `${cwd} in ${projectRoot}`} (${os}, ${shell})`,
      ...memoryItems.map(({ kind, key, value, confidence }) =>
        style.wrap(`  ${kind}: ${keyText(key, value)}${oneLine(value)} (${percent(confidence)} confidence)`, "    "),
      ),
      ...projectFacts.map(({ kind, label, value }) =>
        style.wrap(`  ${kind}: ${keyText(label, value)}${oneLine(value)}`, "    "),
      ),
      ...recentCommands.map((command) => style.wrap(`  recent command: ${oneLine(command)}`, "    ")),
    ].join("\n");
  return { json: known, text };
}

/** A key that was made from the text would only repeat it; that of a known fix ends with the hash of its error. */
function keyText(whole: string, value: string): string {
  const key = whole.replace(/ [0-9a-f]{12}$/, "");
  const isRepeated = slug(value).startsWith(slug(key)) || slug(key).startsWith(slug(value));
  return isRepeated ? "" : `${printable(key)}: `;
}

function slug(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
}

/** A budget of 0 is allowed: the brief is then empty. */
function tokensOf(text: string | undefined): number | undefined {
  return text?.trim() === "0" ? 0 : wholeNumber("--budget", text);
}

function askOf(call: Call, memory: AnyMemory, format: RecallFormat): RecallAsk {
  const { given, scope, args, io } = call;
  const type = given.value("type") as RecordType | undefined;
  const since = given.value("since");
  return {
    query: args[0] ?? "",
    format,
    archived: given.has("archived"),
    ...(given.has("everywhere") && { everywhere: true }),
    ...(format !== "prompt" && actorOf(io.env) === "person" && { unaccepted: "all" }),
    ...defined({
      types: type && [type],
      scopes: scope && [scope],
      path: fileIn("path", call, memory),
      sinceMs: since === undefined ? undefined : sinceMs(since, io.env.clock()),
      limit: wholeNumber("--limit", given.value("limit")),
      budget: wholeNumber("--budget", given.value("budget")),
    }),
  };
}

/** The file that an option names, relative to the project's root. */
function fileIn(option: "file" | "path", { given, io }: Call, { project }: AnyMemory): string | undefined {
  const file = given.value(option);
  if (file === undefined || project === undefined) return file;
  const path = pathInProject(file, { root: project.root, cwd: io.env.cwd });
  if (path !== undefined) return path;
  throw new OldhandError("usage", `Invalid --${option}. ${file} is not in this project (${project.root}).`);
}

function noResultsText(query: string): string {
  if (!/[\p{L}\p{N}]/u.test(query)) return `${JSON.stringify(oneLine(query))} contains no word to search for.`;
  return `No results for ${JSON.stringify(oneLine(query))}.`;
}

/** Each numbered line is followed by an indented line about its source, which is dimmed. */
function snippetsText(text: string, style: Style): string {
  return printable(text)
    .split("\n")
    .map((line) => (line.startsWith("   ") ? style.dim(style.wrap(line, "   ")) : style.wrap(line, "   ")))
    .join("\n");
}
