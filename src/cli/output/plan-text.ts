/** Formats a plan for review: the command, why it was chosen, its risk, and what it conflicts with. */
import { count, listOf } from "../../core/text/wording.ts";
import type { Memory } from "../../open/memory.ts";
import { ago, percent } from "./format.ts";
import { oneLine, printable, type Style } from "./style.ts";

type Planned = Awaited<ReturnType<Memory["plan"]>>;
type Explained = Awaited<ReturnType<Memory["explain"]>>;

const SOURCES = {
  workflow: "a workflow",
  history: "your history",
  project: "the project's own commands",
  model: "the model",
} as const;

export function planText(planned: Planned, style: Style): string {
  const { plan, visible, review, slots = [] } = planned;
  if (plan === null) return "";
  const { command, cwd, explanation, assumptions, confidence, source } = plan;
  return [
    ...printable(visible ?? command)
      .split("\n")
      .map((line) => style.bold(style.wrap(`  ${line}`, "    "))),
    ...(explanation === "" ? [] : [labelled("Why:", explanation, style)]),
    ...assumptions.map((assumption) => labelled("Assumes:", assumption, style)),
    reviewText(planned, style),
    ...(slots.length === 0 ? [] : [labelled("Needs:", setOptions(slots), style)]),
    labelled("Source:", `${SOURCES[source]}, ${percent(confidence)} confidence`, style),
    labelled("Runs in:", cwd, style),
    style.dim(labelled("Context used:", review.retrievedContext.join(", "), style)),
  ].join("\n");
}

/** The risk with its reasons, and the records that the plan conflicts with. */
export function reviewText({ plan, review }: Planned, style: Style): string {
  if (plan === null) return "";
  const { risk, touches } = plan;
  const paint = risk === "high" ? style.bad : risk === "low" ? style.good : style.bold;
  const reasons = [
    ...review.flags.map(({ says }) => says),
    ...(touches.length === 0 ? [] : [`Touches ${listOf(touches)}.`]),
  ];
  const [first = "", ...rest] = labelled(`Risk: ${risk}.`, reasons.join(" "), style).split("\n");
  return [
    [first.replace(risk, paint(risk)).trimEnd(), ...rest].join("\n"),
    ...review.conflicts.map(({ record, type, text, why }) =>
      style.bad(labelled("Conflicts with:", `${text} (${type} ${record}): ${why}`, style)),
    ),
  ].join("\n");
}

/** `--set a=VALUE --set b=VALUE` */
export function setOptions(slots: readonly string[]): string {
  return slots.map((slot) => `--set ${slot}=VALUE`).join(" ");
}

function labelled(label: string, text: string, style: Style): string {
  return style.wrap(`${label} ${oneLine(text)}`, "  ");
}

export function noPlanText({ nearest }: Planned, { request, style }: { request: string; style: Style }): string {
  const rows = nearest.map(({ label, command }) =>
    style.wrap(`  ${oneLine(label === command ? command : `${label}: ${command}`)}`, "    "),
  );
  return [
    style.wrap(`No known command here matches ${JSON.stringify(oneLine(request))}.`),
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
