/** What `ask` and a person say to each other about a plan: slots, edits, explanations, the approval. */
import type { Planned } from "../asking/ask-verbs.ts";
import type { Terminal, VerbCall } from "../declare/verb.ts";
import { oneLine, printable } from "../print/style.ts";
import { setOptions } from "../workflow/workflows.ts";
import { type Asking, approveAndRun, askApproval, RUN_WORD } from "./approve.ts";
import { type Asked, notRun, planAnswer, ranAnswer } from "./ask.ts";
import { conflictText, explainedText, planText } from "./plan-text.ts";

type AtTerminal = VerbCall<"plan"> & { readonly terminal: Terminal; readonly asking: Asking };

/** `--yes` approves only low risk, because nobody reads the plan. */
export async function runIfLowRisk(call: VerbCall<"plan">, planned: Planned, asking: Asking): Promise<Asked> {
  const { plan, action, slots = [], review } = planned;
  const { note } = call;
  const held: Asked = { ...planAnswer(planned), exit: 1 };
  if (action === undefined) {
    note(`Nothing was run. Add ${setOptions(slots)}.`);
    return held;
  }
  if (plan?.risk !== "low") {
    note(`Nothing was run. --yes only runs low-risk commands, and the risk is ${plan?.risk}. Run it at a terminal.`);
    return held;
  }
  for (const conflict of review.conflicts) note(`Conflicts with: ${oneLine(conflictText(conflict))}`);
  const question = review.conflicts.find((conflict) => conflict.action === "ask");
  if (question === undefined) return ranAnswer(planned, await approveAndRun(call, action, { asking }));
  note(`Nothing was run. ${question.record} asks for your approval at a terminal: ${oneLine(question.text)}`);
  return held;
}

type Request = { readonly request: string; readonly values: Readonly<Record<string, string>> };

/** Asks for the value of each slot; undefined if interrupted. */
export async function askForSlots(
  { terminal, asking }: AtTerminal,
  planned: Planned,
  { request, values }: Request,
): Promise<Planned | undefined> {
  terminal.show(`${planText(planned, terminal.style)}\n`);
  const given: Record<string, string> = { ...values };
  for (const slot of planned.slots ?? []) {
    const value = await terminal.ask(`${slot}: `);
    if (value === undefined) return undefined;
    given[slot] = value;
  }
  return asking.plan({ request, values: given });
}

const QUESTION = "[r]un, [e]dit, e[x]plain, [c]opy, [N]o: ";

/** Asks until the person decides; an unknown answer runs nothing. */
export async function askUntilDecided(call: AtTerminal, planned: Planned): Promise<Asked> {
  const { terminal, asking, note } = call;
  const { style } = terminal;
  let now = planned;
  let isShown = false;
  for (;;) {
    if (now.plan === null || now.action === undefined) return planAnswer(now);
    if (!isShown) terminal.show(`${planText(now, style)}\n`);
    isShown = true;
    const typed = await terminal.ask(QUESTION);
    if (typed === undefined) return notRun(now, "interrupted");
    const answer = typed.trim().toLowerCase();
    switch (answer) {
      case "r":
      case RUN_WORD: {
        const isApproved = now.plan.risk !== "high" || answer === RUN_WORD;
        const decision = isApproved ? "approved" : await askApproval(terminal, "high", "");
        if (decision !== "approved") return notRun(now, decision);
        return ranAnswer(now, await approveAndRun(call, now.action, { asking }));
      }
      case "e": {
        const command = await terminal.ask("Command: ", now.plan.command);
        if (command === undefined) return notRun(now, "interrupted");
        if (command.trim() === "" || command === now.plan.command) break;
        now = await asking.edit(now.action, command);
        isShown = false;
        break;
      }
      case "x": {
        const explained = await asking.explain(now.action);
        terminal.show(`${explainedText(explained, { style, nowMs: call.env.clock() })}\n`);
        break;
      }
      case "c":
        return copyAnswer(call, now);
      case "":
      case "n":
      case "no":
        await asking.reject(now.action);
        return notRun(now, "declined");
      default:
        note(`Expected r, e, x, c or n, got ${JSON.stringify(oneLine(typed))}.`);
    }
  }
}

/** Copies with a terminal escape sequence; if the terminal cannot, prints the command. */
function copyAnswer({ env, terminal }: AtTerminal, planned: Planned): Asked {
  const command = planned.plan?.command ?? "";
  const canCopy = env.variables.TERM !== "dumb";
  if (canCopy) terminal.show(`\x1b]52;c;${Buffer.from(command).toString("base64")}\x07Copied. Nothing was run.\n`);
  return { ...planAnswer(planned), text: () => (canCopy ? "" : printable(command)) };
}
