/** `ask`: a request becomes one command, which a person reads and approves before it runs. */
import { OldhandError } from "../../core/base/error.ts";
import type { PlanningMemory } from "../../open/open-for-planning.ts";
import type { Answer, Call } from "../command.ts";
import { askingPage, isSomebodyThere, type Ran, runNow, saysYes, valuesOf, WORD } from "../consent.ts";
import { oneLine, shown } from "../page.ts";
import { explainedText, nothingText, planText } from "../plan-text.ts";
import { textSaid } from "../said.ts";

type Planned = Awaited<ReturnType<PlanningMemory["plan"]>>;

export async function ask(call: Call, memory: PlanningMemory): Promise<Answer> {
  const { given, io, note } = call;
  const request = await requestOf(call);
  const values = valuesOf(given.values("set") ?? []);
  const dryRun =
    given.has("dry-run") || given.has("line") || io.env.isAgent || !(given.has("yes") || isSomebodyThere(call));
  const planned = await memory.plan({ request, values, dryRun });
  if (planned.fellBack !== undefined)
    note(`The model did not plan this (${oneLine(planned.fellBack)}). What follows is from what is known here.`);
  if (given.has("line")) return lineOf(planned);
  if (planned.plan === null) return { ...shownOnly(planned), text: (page) => nothingText(planned, page), exit: 3 };
  if (io.env.isAgent && given.has("yes"))
    throw new OldhandError("invalid", "Only a person can approve a command. Show it to the person.");
  if (dryRun) return shownOnly(planned);
  if (given.has("yes")) return byYes(planned, call, memory);
  const whole = planned.slots === undefined ? planned : await withSlots(planned, { request, values }, call, memory);
  return whole === undefined ? notRun(planned, "cut off") : converse(whole, call, memory);
}

async function requestOf(call: Call): Promise<string> {
  const [word] = call.args;
  if (word !== undefined) return textSaid(word, call);
  const asked = isSomebodyThere(call) ? await call.io.ask("What do you want to do? ") : undefined;
  if (asked?.trim()) return asked;
  throw new OldhandError("usage", "Say what you want to do, such as `oldhand ask run the tests`.");
}

/** `--yes` stands for a person who is not there: it may say yes to what can do no harm, and to nothing else. */
async function byYes(planned: Planned, { isJson, note }: Call, memory: PlanningMemory): Promise<Answer> {
  const { plan, action, slots = [] } = planned;
  if (action === undefined) {
    note(`Nothing was run: give ${slots.map((slot) => `--set ${slot}=VALUE`).join(" ")}.`);
    return { ...shownOnly(planned), exit: 1 };
  }
  if (plan?.risk !== "low") {
    note(`Nothing was run: --yes runs what is of low risk, and this is ${plan?.risk}. Ask at a terminal to run it.`);
    return { ...shownOnly(planned), exit: 1 };
  }
  return done(planned, await runNow(action, { isJson }, memory));
}

/** Asks for each value; undefined where the questions were cut off. */
async function withSlots(
  planned: Planned,
  { request, values }: { request: string; values: Record<string, string> },
  call: Call,
  memory: PlanningMemory,
): Promise<Planned | undefined> {
  call.io.err.write(`${planText(planned, askingPage(call))}\n`);
  const given = { ...values };
  for (const slot of planned.slots ?? []) {
    const value = await call.io.ask(`${slot}: `);
    if (value === undefined) return undefined;
    given[slot] = value;
  }
  return memory.plan({ request, values: given });
}

const QUESTION = "[r]un, [e]dit, e[x]plain, [c]opy, [N]o: ";

/** Until the person decides; whatever is not understood runs nothing. */
async function converse(planned: Planned, call: Call, memory: PlanningMemory): Promise<Answer> {
  const { io, isJson, note } = call;
  const page = askingPage(call);
  let now = planned;
  let isShown = false;
  for (;;) {
    if (now.plan === null || now.action === undefined) return shownOnly(now);
    if (!isShown) io.err.write(`${planText(now, page)}\n`);
    isShown = true;
    const answer = await io.ask(QUESTION);
    if (answer === undefined) return notRun(now, "cut off");
    switch (answer.trim().toLowerCase()) {
      case "r":
      case WORD: {
        const isTyped = answer.trim().toLowerCase() === WORD;
        const yes = now.plan.risk !== "high" || isTyped ? true : await saysYes("", "high", call);
        if (yes === undefined) return notRun(now, "cut off");
        if (yes) return done(now, await runNow(now.action, { isJson }, memory));
        return notRun(now, "withheld");
      }
      case "e": {
        const command = await io.ask("Command: ", now.plan.command);
        if (command === undefined) return notRun(now, "cut off");
        if (command.trim() === "" || command === now.plan.command) break;
        now = await memory.edit(now.action, command);
        isShown = false;
        break;
      }
      case "x":
        io.err.write(`${explainedText(await memory.explain(now.action), { page, nowMs: io.env.clock() })}\n`);
        break;
      case "c":
        return copied(now, call);
      case "":
      case "n":
      case "no":
        await memory.reject(now.action);
        return notRun(now, "withheld");
      default:
        note(`Answer r, e, x, c or n; ${JSON.stringify(oneLine(answer))} is none of them.`);
    }
  }
}

/** Terminals that know the sequence put it into the clipboard; for all others it is printed. */
function copied(planned: Planned, { io }: Call): Answer {
  const command = planned.plan?.command ?? "";
  const canCopy = io.err.columns !== undefined && io.env.variables.TERM !== "dumb";
  if (canCopy) io.err.write(`\x1b]52;c;${Buffer.from(command).toString("base64")}\x07Copied; nothing was run.\n`);
  return { ...shownOnly(planned), text: () => (canCopy ? "" : shown(command)) };
}

/** For a shell's line editor: a note on the first line, the command on those after it. */
function lineOf(planned: Planned): Answer {
  const { plan, review, slots = [] } = planned;
  if (plan === null) return { ...shownOnly(planned), text: () => "nothing is proven for that here", exit: 3 };
  // What stands on the line is what Enter runs: it has to be what the person sees.
  if (shown(plan.command) !== plan.command.replaceAll("\t", " "))
    return { ...shownOnly(planned), text: () => "it holds characters that cannot be seen: look at it first", exit: 3 };
  const reasons = [
    ...slots.map((slot) => `put a value for <${slot}>`),
    ...review.conflicts.map(({ text }) => `against: ${oneLine(text)}`),
    ...review.flags.map(({ says }) => oneLine(says)),
  ].slice(0, 2);
  const says = `${plan.risk} risk${reasons.length > 0 ? `: ${reasons.join("; ")}` : ""}; ${oneLine(plan.explanation)}`;
  return { ...shownOnly(planned), text: () => `${says}\n${plan.command}` };
}

function shownOnly(planned: Planned): Answer {
  return { json: planJson(planned, false), text: (page) => planText(planned, page) };
}

function notRun(planned: Planned, how: "withheld" | "cut off"): Answer {
  return { json: planJson(planned, false), text: () => "Nothing was run.", exit: how === "cut off" ? 130 : 1 };
}

function done(planned: Planned, { exitCode, status }: Ran): Answer {
  const says = status === "interrupted" ? "It was stopped." : `It ended with ${exitCode}.`;
  const json = planJson(planned, { exitCode });
  return status === "success" ? { json, text: () => "" } : { json, text: () => says, exit: 1 };
}

function planJson({ plan, nearest, review }: Planned, ran: false | { exitCode: number }) {
  if (plan === null) return { plan, nearest, review, ran };
  const { command, cwd, explanation, assumptions, risk, confidence, source, touches } = plan;
  return {
    plan: { command, cwd, explanation, assumptions, risk, confidence, source, touches },
    nearest,
    review,
    ran,
  };
}
