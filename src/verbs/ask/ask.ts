/** `ask`: finds one command for a request; a person reads and approves it before it runs. */
import { OldhandError } from "../../core/base/error.ts";
import { denialOf } from "../../core/plan/plan.ts";
import type { Planned } from "../asking/ask-verbs.ts";
import { actorOf, demandPerson } from "../call/call-context.ts";
import { DRY_RUN, SET } from "../declare/shared-fields.ts";
import { exitAfter, type PersonsAnswer } from "../declare/terminal.ts";
import { type ExitCode, type VerbCall, verb } from "../declare/verb.ts";
import { oneLine, printable, type Style } from "../print/style.ts";
import type { RanAction } from "./approve.ts";
import { noPlanText, planText } from "./plan-text.ts";

export type Asked = {
  readonly planned: Planned;
  readonly ran: false | { readonly exitCode: number };
  readonly text: (style: Style) => string;
  readonly exit: ExitCode;
};

export const askForCommand = verb({
  name: "ask",
  summary: "Find the command for a request, and run it after you approve it.",
  notes: [
    "Shows the command, why it was chosen, what your memory says against it, and its risk. If the request leaves open where to act, you choose, safest first. Without a terminal it runs nothing, unless you add --yes and the risk is low. A guard that denies the command cannot be overruled here.",
    "Answer r to run, e to edit, x to explain or c to copy; any other answer runs nothing. If the risk is high, you have to type run.",
  ],
  examples: ["oldhand ask run the tests", "oldhand ask deploy --dry-run --json"],
  input: {
    request: { type: "text", at: "rest", help: "What you want to do; - reads it from stdin." },
    yes: { type: "flag", help: "Run it without asking if the risk is low." },
    dryRun: { ...DRY_RUN, help: "Show the plan and run nothing." },
    set: SET,
    line: { type: "flag", help: "Print a note and the command for a shell's line editor, and run nothing." },
  },
  act: "append",
  needs: "plan",
  isQuick: true,
  async run(
    call,
    { request: given, yes = false, dryRun: isDry = false, set: values = {}, line = false },
  ): Promise<Asked> {
    const { terminal, note, env } = call;
    const request = given ?? (await typedRequest(call));
    const dryRun = isDry || line || actorOf(env) === "agent" || !(yes || terminal !== undefined);
    const { askingVerbs } = await import("../asking/ask-verbs.ts");
    const asking = askingVerbs(call.context);
    const first = await asking.plan({ request, values, dryRun });
    const isChoice = first.plan === null && first.nearest.length > 0 && !dryRun && terminal !== undefined;
    const choice = isChoice ? await chosenOf(first, request, terminal) : undefined;
    if (isChoice && choice === undefined) return { ...planAnswer(first), text: () => "Nothing was run.", exit: 3 };
    const planned = choice === undefined ? first : await asking.plan({ request, values, choice });
    if (planned.fellBack !== undefined)
      note(`The model returned no plan (${oneLine(planned.fellBack)}). This answer uses known commands only.`);
    if (line) return lineAnswer(planned);
    if (planned.plan === null)
      return { ...planAnswer(planned), text: (style) => noPlanText(planned, { request, style }), exit: 3 };
    if (yes) demandPerson(env, "approve a command, even a low-risk one");
    if (dryRun) return planAnswer(planned);
    const denial = denialOf(planned.review);
    if (denial !== undefined) return deniedAnswer(planned, denial);
    const { askUntilDecided, askForSlots, runIfLowRisk } = await import("./dialogue.ts");
    if (yes || terminal === undefined) return runIfLowRisk(call, planned, asking);
    const at = { ...call, terminal, asking };
    const filled = planned.slots === undefined ? planned : await askForSlots(at, planned, { request, values });
    return filled === undefined ? notRun(planned, "interrupted") : askUntilDecided(at, filled);
  },
  json: ({ planned, ran }) => planJson(planned, ran),
  print: ({ text }, style) => text(style),
  exit: ({ exit }) => exit,
});

async function typedRequest({ terminal }: VerbCall): Promise<string> {
  const typed = await terminal?.ask("What do you want to do? ");
  if (typed?.trim()) return typed;
  throw new OldhandError("usage", "Missing REQUEST. For example: oldhand ask run the tests");
}

/** No command is sure, or the request leaves open where to act: the person picks one, and nothing is picked by default. */
async function chosenOf(
  planned: Planned,
  request: string,
  terminal: NonNullable<VerbCall["terminal"]>,
): Promise<string | undefined> {
  const { nearest } = planned;
  terminal.show(`${noPlanText(planned, { request, style: terminal.style })}\n`);
  const answer = await terminal.ask(`Which one? [1-${nearest.length}, Enter for none]: `);
  return nearest[Number(answer?.trim()) - 1]?.command;
}

/** For a shell's line editor: a note on the first line, the command on the next. */
function lineAnswer(planned: Planned): Asked {
  const { plan, review, slots = [] } = planned;
  const answer = planAnswer(planned);
  if (plan === null) return { ...answer, text: () => planned.refused ?? "no known command here matches that", exit: 3 };
  // Enter runs what is on the line, so the person has to see all of it.
  if (printable(plan.command) !== plan.command.replaceAll("\t", " "))
    return { ...answer, text: () => "the command contains invisible characters: check it first", exit: 3 };
  const reasons = [
    ...slots.map((slot) => `set <${slot}>`),
    ...review.conflicts.map(({ text }) => `conflicts with: ${oneLine(text)}`),
    ...review.flags.map(({ says }) => oneLine(says)),
  ].slice(0, 2);
  const note = `${plan.risk} risk${reasons.length > 0 ? `: ${reasons.join("; ")}` : ""}; ${oneLine(plan.explanation)}`;
  return { ...answer, text: () => `${note}\n${plan.command}` };
}

/** The plan is shown with what speaks against it; nothing can approve it. */
function deniedAnswer(planned: Planned, denial: string): Asked {
  return {
    ...planAnswer(planned),
    text: (style) => `${planText(planned, style)}\n${style.bad(`${printable(denial)} Nothing was run.`)}`,
    exit: 1,
  };
}

export function planAnswer(planned: Planned): Asked {
  return { planned, ran: false, text: (style) => planText(planned, style), exit: 0 };
}

export function notRun(planned: Planned, decision: Exclude<PersonsAnswer, "approved">): Asked {
  return { planned, ran: false, text: () => "Nothing was run.", exit: exitAfter(decision) };
}

export function ranAnswer(planned: Planned, { exitCode, status }: RanAction): Asked {
  const failure = status === "interrupted" ? "The command was interrupted." : `The command exited with ${exitCode}.`;
  const isRight = status === "success";
  return { planned, ran: { exitCode }, text: () => (isRight ? "" : failure), exit: isRight ? 0 : 1 };
}

function planJson({ plan, nearest, review, fellBack, refused }: Planned, ran: Asked["ran"]) {
  const why = { ...(fellBack !== undefined && { fellBack }), ...(refused !== undefined && { refused }) };
  if (plan === null) return { plan, nearest, review, ran, ...why };
  const { command, cwd, explanation, assumptions, risk, confidence, source, touches } = plan;
  return {
    plan: { command, cwd, explanation, assumptions, risk, confidence, source, touches },
    nearest,
    review,
    ran,
    ...why,
  };
}
