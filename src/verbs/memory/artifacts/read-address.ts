/** Reads a memory:// address, as Markdown; without files that consolidation wrote, from the records. */

import { ROOT } from "../../../core/artifact/address.ts";
import { OldhandError } from "../../../core/base/error.ts";
import {
  CATEGORIES,
  type Category,
  categoryOf,
  type RecordType,
  type Trust,
  TYPES,
} from "../../../core/record/record.ts";
import { defused } from "../../../core/text/marker.ts";
import type { CallContext } from "../../call/call-context.ts";
import { reading } from "../../recalling/read-verbs.ts";
import type { RecordView } from "../../record/kept/record-view.ts";
import { resource } from "./session-block.ts";

export const MEMORY_ADDRESS = `${ROOT}/MEMORY.md`;
export const SKILLS = `${ROOT}/skills/{name}/SKILL.md`;
export const RECORDS_ADDRESS = "memory://records/{id}";

/** How many records of a category an overview lists. */
const NAMED = 8;
const NAMED_CHARS = 160;

export async function readResource(call: CallContext, address: string): Promise<string> {
  const written = await artifact(call, address);
  if (written !== undefined) return written;
  if (address === ROOT) return overview(call);
  if (address === MEMORY_ADDRESS) return memoryText(inOrder(await reading(call).list({ status: "active" })));
  const id = /^memory:\/\/records\/([^/]+)$/.exec(address)?.[1];
  if (id !== undefined) return recordText(await reading(call).get(id));
  throw new OldhandError("not-found", `There is no resource ${address}. Try ${ROOT} or ${MEMORY_ADDRESS}.`);
}

/** The file that consolidation wrote; undefined until then, and the answer is made from the records. */
async function artifact(call: CallContext, address: string): Promise<string | undefined> {
  if (!address.startsWith(ROOT) || call.project === undefined) return undefined;
  try {
    return defused(await resource(call, address));
  } catch (error) {
    if (error instanceof OldhandError && error.code === "not-found") return undefined;
    throw error;
  }
}

/** The project's own records first, each part newest first. */
function inOrder(all: readonly RecordView[]): readonly RecordView[] {
  return all.toSorted((a, b) => (a.scope === b.scope ? (a.id < b.id ? 1 : -1) : a.scope === "project" ? -1 : 1));
}

async function overview(call: CallContext): Promise<string> {
  const { project } = call;
  const newest = await Promise.all(
    CATEGORIES.map((category) =>
      reading(call)
        .list({ status: "active", types: typesOn(category), newest: NAMED + 1 })
        .then(inOrder),
    ),
  );
  const where = project === undefined ? "about this person" : `about ${project.root} and this person`;
  const sections = byCategory(newest.flat()).map(([category, kept]) => {
    const lines = kept.slice(0, NAMED).map((record) => `- ${cut(record)} (${markOf(record)})`);
    const more = kept.length > NAMED ? [`- more: call memory_list with category ${category}`] : [];
    return [`## ${category}`, "", ...lines, ...more].join("\n");
  });
  const head = `# Memory ${where}\n\nMemory can be out of date: check it against the repository before acting on it. The complete memory: ${MEMORY_ADDRESS}`;
  return [head, ...(sections.length > 0 ? sections : ["No records yet."])].join("\n\n");
}

function memoryText(records: readonly RecordView[]): string {
  const sections = byCategory(records).map(([category, kept]) =>
    [`## ${category}`, ...kept.map((record) => `${statement(record)}\n\n(${markOf(record)})`)].join("\n\n"),
  );
  return ["# MEMORY", ...(sections.length > 0 ? sections : ["No records yet."])].join("\n\n");
}

function recordText(record: RecordView): string {
  const { id, type, scope, key, priority, status, source, createdAt, updatedAt } = record;
  const marks = { type, scope, key, priority, status, whose: whoseOf(record), source, createdAt, updatedAt };
  const lines = Object.entries(marks).map(([name, mark]) => `- ${name}: ${defused(mark)}`);
  return [`# ${id}`, statement(record), lines.join("\n")].join("\n\n");
}

function statement({ text, steps = [] }: RecordView): string {
  const numbered = steps.map((step, at) => `${at + 1}. ${defused(step)}`);
  return [defused(text), ...(numbered.length > 0 ? [numbered.join("\n")] : [])].join("\n\n");
}

function byCategory(records: readonly RecordView[]): [string, RecordView[]][] {
  return CATEGORIES.map((category): [string, RecordView[]] => [
    category,
    records.filter(({ type }) => typesOn(category).includes(type)),
  ]).filter(([, kept]) => kept.length > 0);
}

function typesOn(category: Category): readonly RecordType[] {
  return TYPES.filter((type) => categoryOf(type) === category);
}

function markOf(record: RecordView): string {
  return `${record.type}, ${record.scope}, ${whoseOf(record)}; memory://records/${record.id}`;
}

function whoseOf({ trust, accepted, author }: RecordView): string {
  if (trust === "person") return "stated by the person";
  return `from ${author === undefined ? "" : `${defused(author)} of `}${SOURCES[trust]}, ${accepted === true ? "accepted by the person" : "not confirmed"}`;
}

/** How a record's trust reads in a sentence. */
const SOURCES: Readonly<Record<Exclude<Trust, "person">, string>> = {
  team: "the person's team",
  agent: "an agent",
  repo: "the repository",
  tool: "a tool's output",
  external: "an external source",
};

function cut({ text }: RecordView): string {
  const line = defused(text).replace(/\s+/g, " ").trim();
  return line.length > NAMED_CHARS ? `${line.slice(0, NAMED_CHARS - 1)}…` : line;
}
