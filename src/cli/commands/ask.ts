/** `ask`: finds one command for a request; a person reads and approves it before it runs. */
import { actorOf, demandPerson } from "../../context/call-context.ts";
import { OldhandError } from "../../core/base/error.ts";
import { denialOf } from "../../core/plan/plan.ts";
import type { PlanningMemory } from "../../open/open-for-planning.ts";
import type { Answer, Call } from "../command.ts";
import { conflictText, explainedText, noPlanText, planText, setOptions } from "../output/plan-text.ts";
import { oneLine, printable } from "../output/style.ts";
import { inputText, slotValues } from "../parse/values.ts";
import {
  approveAndRun,
  askApproval,
  canPrompt,
  type Decision,
  exitAfter,
  promptStyle,
  type Ran,
  RUN_WORD,
} from "../terminal.ts";

type Planned = Awaited<ReturnType<PlanningMemory["plan"]>>;

export async function ask(call: Call, memory: PlanningMemory): Promise<Answer> {
  const { given, io, note } = call;
  const isAgent = actorOf(io.env) === "agent";
  const request = await requestOf(call);
  const values = slotValues(given.values("set") ?? []);
  const dryRun = given.has("dry-run") || given.has("line") || isAgent || !(given.has("yes") || canPrompt(call));
  const first = await memory.plan({ request, values, dryRun });
  const isChoice = first.plan === null && first.nearest.length > 0 && !dryRun && canPrompt(call);
  const choice = isChoice ? await chosenOf(first, request, call) : undefined;
  if (isChoice && choice === undefined) return { ...planAnswer(first), text: () => "Nothing was run.", exit: 3 };
  const planned = choice === undefined ? first : await memory.plan({ request, values, choice });
  if (planned.fellBack !== undefined)
    note(`The model returned no plan (${oneLine(planned.fellBack)}). This answer uses known commands only.`);
  if (given.has("line")) return lineAnswer(planned);
  if (planned.plan === null)
    return { ...planAnswer(planned), text: (style) => noPlanText(planned, { request, style }), exit: 3 };
  if (given.has("yes")) demandPerson(io.env, "approve a command, even a low-risk one");
  if (dryRun) return planAnswer(planned);
  const denial = denialOf(planned.review);
  if (denial !== undefined) return deniedAnswer(planned, denial);
  if (given.has("yes")) return runIfLowRisk(planned, call, memory);
  const filled = planned.slots === undefined ? planned : await fillSlots(planned, { request, values }, call, memory);
  return filled === undefined ? notRun(planned, "interrupted") : decide(filled, call, memory);
}

async function requestOf(call: Call): Promise<string> {
  const [text] = call.args;
  if (text !== undefined) return inputText(text, call);
  const typed = canPrompt(call) ? await call.io.ask("What do you want to do? ") : undefined;
  if (typed?.trim()) return typed;
  throw new OldhandError("usage", "Missing REQUEST. For example: oldhand ask run the tests");
}

/** No command is sure, or the request leaves open where to act: the person picks one, and nothing is picked by default. */
async function chosenOf(planned: Planned, request: string, call: Call): Promise<string | undefined> {
  const { nearest } = planned;
  call.io.err.write(`${noPlanText(planned, { request, style: promptStyle(call) })}\n`);
  const answer = await call.io.ask(`Which one? [1-${nearest.length}, Enter for none]: `);
  return nearest[Number(answer?.trim()) - 1]?.command;
}

/** `--yes` approves only low risk, because nobody reads the plan. */
async function runIfLowRisk(planned: Planned, { isJson, note }: Call, memory: PlanningMemory): Promise<Answer> {
  const { plan, action, slots = [], review } = planned;
  if (action === undefined) {
    note(`Nothing was run. Add ${setOptions(slots)}.`);
    return { ...planAnswer(planned), exit: 1 };
  }
  if (plan?.risk !== "low") {
    note(`Nothing was run. --yes only runs low-risk commands, and the risk is ${plan?.risk}. Run it at a terminal.`);
    return { ...planAnswer(planned), exit: 1 };
  }
  for (const conflict of review.conflicts) note(`Conflicts with: ${oneLine(conflictText(conflict))}`);
  const question = review.conflicts.find((conflict) => conflict.action === "ask");
  if (question !== undefined) {
    note(`Nothing was run. ${question.record} asks for your approval at a terminal: ${oneLine(question.text)}`);
    return { ...planAnswer(planned), exit: 1 };
  }
  return ranAnswer(planned, await approveAndRun(action, { isJson }, memory));
}

/** Asks for the value of each slot; undefined if interrupted. */
async function fillSlots(
  planned: Planned,
  { request, values }: { request: string; values: Record<string, string> },
  call: Call,
  memory: PlanningMemory,
): Promise<Planned | undefined> {
  call.io.err.write(`${planText(planned, promptStyle(call))}\n`);
  const given = { ...values };
  for (const slot of planned.slots ?? []) {
    const value = await call.io.ask(`${slot}: `);
    if (value === undefined) return undefined;
    given[slot] = value;
  }
  return memory.plan({ request, values: given });
}

const QUESTION = "[r]un, [e]dit, e[x]plain, [c]opy, [N]o: ";

/** Asks until the person decides; an unknown answer runs nothing. */
async function decide(planned: Planned, call: Call, memory: PlanningMemory): Promise<Answer> {
  const { io, isJson, note } = call;
  const style = promptStyle(call);
  let now = planned;
  let isShown = false;
  for (;;) {
    if (now.plan === null || now.action === undefined) return planAnswer(now);
    if (!isShown) io.err.write(`${planText(now, style)}\n`);
    isShown = true;
    const typed = await io.ask(QUESTION);
    if (typed === undefined) return notRun(now, "interrupted");
    const answer = typed.trim().toLowerCase();
    switch (answer) {
      case "r":
      case RUN_WORD: {
        const isApproved = now.plan.risk !== "high" || answer === RUN_WORD;
        const decision = isApproved ? "approved" : await askApproval("", "high", call);
        if (decision !== "approved") return notRun(now, decision);
        return ranAnswer(now, await approveAndRun(now.action, { isJson }, memory));
      }
      case "e": {
        const command = await io.ask("Command: ", now.plan.command);
        if (command === undefined) return notRun(now, "interrupted");
        if (command.trim() === "" || command === now.plan.command) break;
        now = await memory.edit(now.action, command);
        isShown = false;
        break;
      }
      case "x":
        io.err.write(`${explainedText(await memory.explain(now.action), { style, nowMs: io.env.clock() })}\n`);
        break;
      case "c":
        return copyAnswer(now, call);
      case "":
      case "n":
      case "no":
        await memory.reject(now.action);
        return notRun(now, "declined");
      default:
        note(`Expected r, e, x, c or n, got ${JSON.stringify(oneLine(typed))}.`);
    }
  }
}

/** Copies with a terminal escape sequence; if the terminal cannot, prints the command. */
function copyAnswer(planned: Planned, { io }: Call): Answer {
  const command = planned.plan?.command ?? "";
  const canCopy = io.err.columns !== undefined && io.env.variables.TERM !== "dumb";
  if (canCopy) io.err.write(`\x1b]52;c;${Buffer.from(command).toString("base64")}\x07Copied. Nothing was run.\n`);
  return { ...planAnswer(planned), text: () => (canCopy ? "" : printable(command)) };
}

/** For a shell's line editor: a note on the first line, the command on the next. */
function lineAnswer(planned: Planned): Answer {
  const { plan, review, slots = [] } = planned;
  if (plan === null) return { ...planAnswer(planned), text: () => "no known command here matches that", exit: 3 };
  // Enter runs what is on the line, so the person has to see all of it.
  if (printable(plan.command) !== plan.command.replaceAll("\t", " "))
    return { ...planAnswer(planned), text: () => "the command contains invisible characters: check it first", exit: 3 };
  const reasons = [
    ...slots.map((slot) => `set <${slot}>`),
    ...review.conflicts.map(({ text }) => `conflicts with: ${oneLine(text)}`),
    ...review.flags.map(({ says }) => oneLine(says)),
  ].slice(0, 2);
  const note = `${plan.risk} risk${reasons.length > 0 ? `: ${reasons.join("; ")}` : ""}; ${oneLine(plan.explanation)}`;
  return { ...planAnswer(planned), text: () => `${note}\n${plan.command}` };
}

/** The plan is shown with what speaks against it; nothing can approve it. */
function deniedAnswer(planned: Planned, denial: string): Answer {
  return {
    ...planAnswer(planned),
    text: (style) => `${planText(planned, style)}\n${style.bad(`${printable(denial)} Nothing was run.`)}`,
    exit: 1,
  };
}

function planAnswer(planned: Planned): Answer {
  return { json: planJson(planned, false), text: (style) => planText(planned, style) };
}

function notRun(planned: Planned, decision: Exclude<Decision, "approved">): Answer {
  return { json: planJson(planned, false), text: () => "Nothing was run.", exit: exitAfter(decision) };
}

function ranAnswer(planned: Planned, { exitCode, status }: Ran): Answer {
  const failure = status === "interrupted" ? "The command was interrupted." : `The command exited with ${exitCode}.`;
  const json = planJson(planned, { exitCode });
  return status === "success" ? { json, text: () => "" } : { json, text: () => failure, exit: 1 };
}

function planJson({ plan, nearest, review }: Planned, ran: false | { exitCode: number }) {
  if (plan === null) return { plan, nearest, review, ran };
  const { command, cwd, explanation, assumptions, risk, confidence, source, touches } = plan;
  return { plan: { command, cwd, explanation, assumptions, risk, confidence, source, touches }, nearest, review, ran };
}
