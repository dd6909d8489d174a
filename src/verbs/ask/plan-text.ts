/** Formats a plan for review: the command, why it was chosen, its risk, and what it conflicts with. */
import { count, listOf } from "../../core/text/wording.ts";
import type { Planned } from "../asking/ask-verbs.ts";
import type { Explained } from "../asking/review-plan.ts";
import { ago, percent } from "../print/format.ts";
import { oneLine, printable, type Style } from "../print/style.ts";
import { setOptions } from "../workflow/workflows.ts";

const SOURCES = {
  workflow: "a workflow",
  history: "your history",
  project: "the project's own commands",
  model: "the model",
} as const;

export function planText(planned: Planned, style: Style): string {
  const { plan, visible, review, slots = [] } = planned;
  if (plan === null) return "";
  const { command, cwd, explanation, assumptions, confidence } = plan;
  return [
    ...printable(visible ?? command)
      .split("\n")
      .map((line) => style.bold(style.wrap(`  ${line}`, "    "))),
    ...(explanation === "" ? [] : [labelled("Why:", explanation, style)]),
    ...assumptions.map((assumption) => labelled("Assumes:", assumption, style)),
    reviewText(planned, style),
    ...(slots.length === 0 ? [] : [labelled("Needs:", setOptions(slots), style)]),
    labelled("Source:", `${sourceText(plan)}, ${percent(confidence)} confidence`, style),
    labelled("Runs in:", cwd, style),
    style.dim(labelled("Context used:", review.retrievedContext.join(", "), style)),
  ].join("\n");
}

function sourceText({ source, workflow }: NonNullable<Planned["plan"]>): string {
  return source === "workflow" && workflow === undefined ? "a record" : SOURCES[source];
}

/** What speaks against it first, then the risk with its reasons, then related records without a verdict. */
export function reviewText({ plan, review }: Planned, style: Style): string {
  if (plan === null) return "";
  const { risk, touches } = plan;
  const paint = risk === "high" ? style.bad : risk === "low" ? style.good : style.bold;
  const names = [...new Set(review.flags.flatMap(({ names = [] }) => names))];
  const named = names.length === 0 ? "" : ` (${listOf(names)})`;
  const reasons = [
    ...tellingFlags(review.flags).map(({ says }) => says),
    ...(touches.length === 0 ? [] : [`Touches ${listOf(touches)}${named}.`]),
  ];
  const [first = "", ...rest] = labelled(`Risk: ${risk}.`, reasons.join(" "), style).split("\n");
  return [
    ...review.conflicts.map((conflict) => style.bad(labelled("Conflicts with:", conflictText(conflict), style))),
    [first.replace(risk, paint(risk)).trimEnd(), ...rest].join("\n"),
    ...review.related.map(({ record, type, text }) =>
      style.dim(labelled("Related:", `${text} (${type} ${record})`, style)),
    ),
  ].join("\n");
}

type Flags = Planned["review"]["flags"];

/** Of several findings about one command, those of the highest risk: the others follow from them. */
function tellingFlags(flags: Flags): Flags {
  const about = (says: string) => /\(([^()]*)\)\.$/.exec(says)?.[1] ?? "";
  const isAnswered = (flag: Flags[number]) =>
    flags.some(
      ({ rule, risk, says }) =>
        (rule === "no-such-target" && flag.rule === "unknown") ||
        (risk === "high" && (flag.rule === "unknown" || about(says) === about(flag.says))),
    );
  return flags.filter((flag) => flag.risk === "high" || /^no[t-]/.test(flag.rule) || !isAnswered(flag));
}

export function conflictText({ record, type, text, why, remedy }: Planned["review"]["conflicts"][number]): string {
  return `${text} (${type} ${record}): ${why}.${remedy === undefined ? "" : ` Run \`${remedy}\` instead.`}`;
}

function namedCommand(label: string, command: string): string {
  return oneLine(label === command ? command : `${label}: ${command}`);
}

function labelled(label: string, text: string, style: Style): string {
  return style.wrap(`${label} ${oneLine(text)}`, "  ");
}

export function noPlanText(planned: Planned, { request, style }: { request: string; style: Style }): string {
  const { nearest, isOpen, described, refused } = planned;
  const rows = nearest.map(({ label, command }, at) =>
    style.wrap(`  ${at + 1}. ${namedCommand(label, command)}`, "     "),
  );
  if (isOpen === true) return [style.wrap("The request does not say where. Safest first:"), ...rows].join("\n");
  return [
    style.wrap(
      refused === undefined
        ? `No known command here matches ${JSON.stringify(oneLine(request))}.`
        : `Nothing is planned: ${oneLine(refused)}.`,
    ),
    ...(described === undefined
      ? []
      : [style.wrap(`${described.record} describes it, but names no command: ${oneLine(described.text)}`, "  ")]),
    ...(rows.length > 0 ? ["Closest:", ...rows] : []),
  ].join("\n");
}

export function explainedText(
  { parts, scripts }: Explained,
  { style, nowMs }: { style: Style; nowMs: number },
): string {
  return [
    ...parts.map(({ text, times, last }, at) => {
      const before = times === 0 ? "never run before" : `run ${count(times, "time")} before`;
      const when = last?.at === undefined ? "" : ` ${ago(last.at, nowMs)}`;
      const ended = last === undefined ? "" : `, last ${last.status}${when}`;
      return style.wrap(`${at + 1}. ${oneLine(text)}: ${before}${ended}`, "   ");
    }),
    ...scripts.map((path) =>
      style.dim(style.wrap(`Depends on ${oneLine(path)}: if that changes, you have to approve again.`, "  ")),
    ),
  ].join("\n");
}
