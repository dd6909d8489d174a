/** `ticket add`, `import`, `note`, `status`, `list`, `show` and `brief`. */
import type { Ticket } from "../../core/event/ticket.ts";
import { count } from "../../core/text/wording.ts";
import type { Memory } from "../../open/memory.ts";
import type { Answer, Call } from "../command.ts";
import { dayOf, row, skippedLines } from "../output/format.ts";
import { resultJson } from "../output/json.ts";
import { oneLine, printable, type Style } from "../output/style.ts";
import { defined, inputText } from "../parse/values.ts";

export async function add({ given }: Call, memory: Memory): Promise<Answer> {
  const [title = "", description] = [given.value("title"), given.value("description")];
  return ticketAnswer(memory.addTicket({ title, ...defined({ description }) }), "Added");
}

export async function importTickets(call: Call, memory: Memory): Promise<Answer> {
  const [from = ""] = call.args;
  const done = await memory.importTickets(from === "-" ? { json: inputText("-", call) } : { directory: from });
  const text = (): string =>
    [
      `Imported ${count(done.imported, "new or changed ticket")}; ${count(done.duplicates, "duplicate")} skipped.`,
      ...skippedLines(done.skipped),
    ].join("\n");
  return { json: done, text };
}

export async function note(call: Call, memory: Memory): Promise<Answer> {
  const [id = "", text = ""] = call.args;
  return ticketAnswer(memory.noteTicket(id, inputText(text, call)), "Added a note to");
}

export async function move({ args: [id = "", status = ""] }: Call, memory: Memory): Promise<Answer> {
  return ticketAnswer(memory.moveTicket(id, status), `Changed to ${printable(status)}:`);
}

export async function list({ isJson, note: notify }: Call, memory: Memory): Promise<Answer> {
  const tickets = memory.tickets();
  if (!isJson && tickets.length === 0) notify("No tickets. Add one with `oldhand ticket add --title TEXT`.");
  return { json: { tickets }, text: (style) => tickets.map((ticket) => listRow(ticket, style)).join("\n") };
}

export async function show({ args: [id = ""] }: Call, memory: Memory): Promise<Answer> {
  const ticket = memory.ticket(id);
  return { json: ticket, text: (style) => showText(ticket, style) };
}

export async function brief({ args: [id = ""], note: notify, isJson }: Call, memory: Memory): Promise<Answer> {
  const { ticket, results, ...answer } = await memory.ticketBrief(id);
  if (!isJson && results.length === 0) notify("No results for this ticket.");
  return { json: { ticket, ...answer, results: results.map(resultJson) }, text: () => printable(answer.text) };
}

function ticketAnswer(ticket: Ticket, what: string): Answer {
  return { json: ticket, text: () => `${what} ${ticket.id}: ${oneLine(ticket.title)}` };
}

function listRow({ id, nativeId, title, status, updatedAt }: Ticket, style: Style): string {
  const [name, day, text] = [nativeId ?? id, dayOf(updatedAt), oneLine(title)];
  return row({ id: printable(name), facts: [printable(status), day], text, inPipe: [name, status, day, text] }, style);
}

function showText({ id, title, description, status, type, priority, notes }: Ticket, style: Style): string {
  return [
    `${style.bold(oneLine(title))} ${style.dim(id)}`,
    style.dim([status, type, priority].map(printable).join(", ")),
    ...(description === "" ? [] : ["", style.wrap(printable(description))]),
    ...(notes.length === 0
      ? []
      : ["", ...notes.map(({ at, text }) => style.wrap(`- ${dayOf(at)} ${oneLine(text)}`, "  "))]),
  ].join("\n");
}
