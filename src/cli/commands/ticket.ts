/** `ticket add`, `import`, `note`, `status`, `list`, `show` and `brief`. */
import { OldhandError } from "../../core/base/error.ts";
import type { Ticket } from "../../core/event/ticket.ts";
import type { Memory } from "../../open/memory.ts";
import type { Answer, Call } from "../command.ts";
import { recordJson } from "../json.ts";
import { oneLine, type Page, shown } from "../page.ts";
import { textSaid } from "../said.ts";
import { counted, dayOf } from "../say.ts";

export async function add({ given }: Call, memory: Memory): Promise<Answer> {
  const description = given.value("description");
  const ticket = memory.addTicket({
    title: given.value("title") ?? "",
    ...(description !== undefined && { description }),
  });
  return told(ticket, "Kept");
}

export async function importTickets(call: Call, memory: Memory): Promise<Answer> {
  const [from = ""] = call.args;
  const done = await memory.importTickets(from === "-" ? { json: textSaid("-", call) } : { directory: from });
  const text = (): string =>
    [
      `${counted(done.imported, "ticket")} new or changed, ${done.duplicates} known already`,
      ...done.skipped.map(({ reason, count }) => `passed over: ${count} (${reason})`),
    ].join("\n");
  return { json: done, text };
}

export async function note(call: Call, memory: Memory): Promise<Answer> {
  const [id = "", text = ""] = call.args;
  return told(memory.noteTicket(id, textSaid(text, call)), "Noted on");
}

export async function move({ args: [id = "", status] }: Call, memory: Memory): Promise<Answer> {
  if (status === undefined) throw new OldhandError("usage", "Say the new status, such as ready, running or done.");
  return told(memory.moveTicket(id, status), `Now ${shown(status)}:`);
}

export async function list({ isJson, note: say }: Call, memory: Memory): Promise<Answer> {
  const tickets = memory.tickets();
  if (!isJson && tickets.length === 0) say("No ticket yet: `oldhand ticket add --title TEXT`.");
  return { json: { tickets }, text: (page) => tickets.map((ticket) => row(ticket, page)).join("\n") };
}

export async function show({ args: [id = ""] }: Call, memory: Memory): Promise<Answer> {
  const ticket = memory.ticket(id);
  return { json: ticket, text: (page) => showText(ticket, page) };
}

export async function brief({ args: [id = ""], note: say, isJson }: Call, memory: Memory): Promise<Answer> {
  const { ticket, results, ...answer } = await memory.ticketBrief(id);
  if (!isJson && results.length === 0) say("Nothing is known about that yet.");
  const shownResults = results.map(({ record, ...result }) => ({
    ...result,
    ...(record !== undefined && { record: recordJson(record) }),
  }));
  return { json: { ticket, ...answer, results: shownResults }, text: () => shown(answer.text) };
}

function told(ticket: Ticket, what: string): Answer {
  return { json: ticket, text: () => `${what} ${ticket.id}: ${oneLine(ticket.title)}` };
}

function row({ id, nativeId, title, status, updatedAt }: Ticket, page: Page): string {
  const called = nativeId ?? id;
  if (page.columns === undefined) return [called, status, dayOf(updatedAt), oneLine(title)].join("\t");
  return `${page.bold(shown(called))} ${page.dim(`${shown(status)}, ${dayOf(updatedAt)}`)}\n${page.wrapped(`  ${oneLine(title)}`, "  ")}`;
}

function showText({ id, title, description, status, type, priority, notes }: Ticket, page: Page): string {
  return [
    `${page.bold(oneLine(title))} ${page.dim(id)}`,
    page.dim([status, type, priority].map(shown).join(", ")),
    ...(description === "" ? [] : ["", page.wrapped(shown(description))]),
    ...(notes.length === 0
      ? []
      : ["", ...notes.map(({ at, text }) => page.wrapped(`- ${dayOf(at)} ${oneLine(text)}`, "  "))]),
  ].join("\n");
}
