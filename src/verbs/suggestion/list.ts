/** `review`, which is also called `suggestions` */

import { count } from "../../core/text/wording.ts";
import { actorOf } from "../call/call-context.ts";
import { ACTOR, EVERYWHERE } from "../declare/shared-fields.ts";
import { defined } from "../declare/values.ts";
import { verb } from "../declare/verb.ts";
import { pendingText, percent, row } from "../print/format.ts";
import { oneLine, type Style } from "../print/style.ts";
import { changeText, OUTDATED, replacedTexts } from "./show.ts";
import type { ActWithoutKeys } from "./sources/acts-without-keys.ts";
import type { ReadRecord } from "./sources/read-since.ts";
import type { SuggestionView } from "./sources/suggestion-view.ts";

const SHOWN = 3;
const MOST_UNTYPED = 5;

type Listed = {
  readonly suggestions: readonly SuggestionView[];
  readonly more: number;
  /** Changes and acts of the last day that nobody typed in a shell that records what is typed. */
  readonly untyped?: readonly ActWithoutKeys[];
  /** What was read from sessions since the person last looked, and how many more there are. */
  readonly read?: readonly ReadRecord[];
  readonly moreRead?: number;
};

export const listSuggestions = verb({
  name: "review",
  also: ["suggestions"],
  summary: "List pending suggestions, the three most useful first.",
  input: {
    all: { type: "flag", help: "List all pending suggestions." },
    actor: { ...ACTOR, help: "Habits of a person (default) or of an agent." },
    everywhere: EVERYWHERE,
  },
  act: "read",
  needs: "write",
  async run(call, { all = false, actor = "person", everywhere = false }): Promise<Listed> {
    const { suggestionVerbs } = await import("./sources/suggestion-verbs.ts");
    const memory = suggestionVerbs(call.context);
    const reach = everywhere ? { everywhere } : {};
    const { pending } = await memory.suggestionCounts(actor, reach);
    const limit = all ? {} : { limit: SHOWN };
    const suggestions = await memory.suggestions("pending", { actor, ...limit, ...reach });
    const { actsWithoutKeys } = await import("./sources/acts-without-keys.ts");
    const untyped = actorOf(call.env) === "person" ? await actsWithoutKeys(call.context) : [];
    const { firstOf, noteShown, readSince } = await import("./sources/read-since.ts");
    const unseen = await readSince(call.context);
    const read = call.isForProgram ? unseen : firstOf(unseen, MOST_READ);
    // A program, a pipe and an agent only list them: nothing is marked as seen that no person saw.
    if (call.terminal !== undefined && !call.isForProgram) noteShown(call.context, read);
    return {
      ...{ suggestions, more: pending - suggestions.length },
      ...defined({ untyped: untyped.length === 0 ? undefined : untyped }),
      ...defined({ read: read.length === 0 ? undefined : read, moreRead: unseen.length - read.length || undefined }),
    };
  },
  remark({ untyped = [], read = [], moreRead = 0 }) {
    const learned = read.length === 0 ? [] : [readText(read, moreRead)];
    if (untyped.length === 0) return learned[0];
    const acts = untyped
      .slice(0, MOST_UNTYPED)
      .map(({ at, verb: act, text }) => `  ${at.slice(0, 16).replace("T", " ")} ${act}: ${oneLine(text)}`);
    return [
      ...learned,
      `${count(untyped.length, "change")} of the last day ${untyped.length === 1 ? "was" : "were"} made as you, but not typed in a shell that records what you type:`,
      ...acts,
      "If that was not you, undo it with `oldhand record history ID` and `oldhand undo`.",
      ...(untyped.every(({ record }) => record !== undefined) ? [] : [NOT_RECORDS]),
    ].join("\n");
  },
  print({ suggestions, more }, style, { everywhere }) {
    if (suggestions.length + more === 0) return pendingText(0);
    const rows = suggestions.map((suggestion) => listRow(suggestion, style));
    if (style.columns === undefined) return rows.join("\n");
    const rest = more > 0 ? [`${more} more: oldhand suggestions --all${everywhere ? " --everywhere" : ""}`] : [];
    const how =
      "Decide with `oldhand suggestions accept ID` or `oldhand suggestions dismiss ID`; `oldhand suggestions show ID` has the details.";
    return [...rows, ...rest, style.wrap(how)].join("\n\n");
  },
});

const MOST_READ = 10;
const NOT_RECORDS =
  "What is no record, look at with `oldhand config list`, `oldhand sync machines`, `oldhand team list` and `oldhand doctor`.";

/** Each with what removes it. */
function readText(read: readonly ReadRecord[], more: number): string {
  const lines = read.flatMap(({ id, text, quote }) => [
    `  ${oneLine(text)}`,
    ...(quote === undefined || quote === text ? [] : [`    you said: "${oneLine(quote)}"`]),
    `    undo: oldhand record delete ${id}`,
  ]);
  const rest = more === 0 ? [] : [`  ${more} more: oldhand review`];
  return [`${count(read.length + more, "record")} from your sessions since you last looked:`, ...lines, ...rest].join(
    "\n",
  );
}

function listRow(suggestion: SuggestionView, style: Style): string {
  const { id, kind, label, scope, confidence, steps, evidence, act } = suggestion;
  const sure = `${percent(confidence)} confidence`;
  const inPipe = [id, kind, scope, sure, oneLine(label)];
  const facts = act === "keep" ? [kind, scope, sure] : [act, kind, scope];
  const head = row({ id, facts, text: oneLine(label), inPipe }, style);
  if (style.columns === undefined) return head;
  const examples = steps ?? evidence.examples.filter((example) => !label.includes(example));
  const details = act === "keep" ? examples : suggestion.changes.map(changeText);
  return [
    head,
    ...[...details, ...replacedTexts(suggestion)].map((line) => style.dim(style.wrap(`    ${oneLine(line)}`, "    "))),
    style.dim(style.wrap(`  ${oneLine(requestText(suggestion))}`, "  ")),
    ...(suggestion.isOutdated ? [style.dim(style.wrap(`  ${OUTDATED}`, "  "))] : []),
  ].join("\n");
}

/** Who asks and why; what was counted needs only its count. */
function requestText({ by, reason }: SuggestionView): string {
  return by === "oldhand" ? reason : `Asked by ${by}. ${reason}`;
}
