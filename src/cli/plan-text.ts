/** A plan as a person reviews it: the command first, then why, where, how risky, and what memory has against it. */
import type { Memory } from "../open/memory.ts";
import { oneLine, type Page, shown } from "./page.ts";
import { ago, counted } from "./say.ts";

type Planned = Awaited<ReturnType<Memory["plan"]>>;
type Explained = Awaited<ReturnType<Memory["explain"]>>;

const FROM = {
  workflow: "a workflow",
  history: "your history",
  project: "what the project defines",
  model: "the model",
} as const;

export function planText(planned: Planned, page: Page): string {
  const { plan, visible, review, slots = [] } = planned;
  if (plan === null) return "";
  const { command, cwd, explanation, assumptions, confidence, source } = plan;
  return [
    ...shown(visible ?? command)
      .split("\n")
      .map((line) => page.bold(page.wrapped(`  ${line}`, "    "))),
    told(page, "Why:", explanation),
    ...assumptions.map((assumption) => told(page, "Assumes:", assumption)),
    reviewText(planned, page),
    ...(slots.length === 0 ? [] : [told(page, "Needs:", slots.map((slot) => `--set ${slot}=VALUE`).join(" "))]),
    told(page, "From:", `${FROM[source]}, ${Math.round(confidence * 100)} % sure; runs in ${cwd}`),
    page.dim(told(page, "Told:", review.retrievedContext.join(", "))),
  ].join("\n");
}

/** How risky it is and why, and which records it goes against. */
export function reviewText({ plan, review }: Planned, page: Page): string {
  if (plan === null) return "";
  const { risk, touches } = plan;
  const paint = risk === "high" ? page.bad : risk === "low" ? page.good : page.bold;
  const reached = touches.length === 0 ? [] : [`It touches ${touches.join(", ")}.`];
  const reasons = [...review.flags.map(({ says }) => says), ...reached];
  const [first = "", ...rest] = told(page, `Risk: ${risk}${reasons.length > 0 ? ":" : ""}`, reasons.join(" ")).split(
    "\n",
  );
  return [
    [first.replace(risk, paint(risk)).trimEnd(), ...rest].join("\n"),
    ...review.conflicts.map(({ record, type, text, why }) =>
      page.bad(told(page, "Against:", `${text} (${type} ${record}): ${why}`)),
    ),
  ].join("\n");
}

function told(page: Page, label: string, text: string): string {
  return page.wrapped(`${label} ${oneLine(text)}`, "  ");
}

/** Nothing here is proven for it; what came nearest may be what was meant. */
export function nothingText({ nearest }: Planned, page: Page): string {
  const rows = nearest.map(({ label, command }) =>
    page.wrapped(`  ${oneLine(label === command ? command : `${label}: ${command}`)}`, "    "),
  );
  return [
    "Nothing that was run or defined here is proven for that.",
    ...(rows.length > 0 ? ["Nearest:", ...rows] : []),
  ].join("\n");
}

export function explainedText({ parts, scripts }: Explained, { page, nowMs }: { page: Page; nowMs: number }): string {
  return [
    ...parts.map(({ text, times, last }, at) => {
      const before = times === 0 ? "never run before" : `run ${counted(times, "time")} before`;
      const how =
        last === undefined ? "" : `, last ${last.status}${last.at === undefined ? "" : ` ${ago(last.at, nowMs)}`}`;
      return page.wrapped(`${at + 1}. ${oneLine(text)}: ${before}${how}`, "   ");
    }),
    ...scripts.map((path) => page.dim(page.wrapped(`Bound to ${oneLine(path)} as it is now`, "  "))),
  ].join("\n");
}
