/** Reads the observations that claude-mem and memorix keep about sessions: facts or a narrative, a kind and a project. */
import type { RecordType } from "../../core/record/record.ts";
import type { TableRow } from "../table-rows.ts";
import type { Note, NoteTable } from "./note.ts";
import { listOf, textOf, usesOf } from "./rows.ts";

/** What an observation of this kind becomes; a reason if nothing. */
type Kinds = ReadonlyMap<string, { readonly type: RecordType } | string>;

const WORK_LOG = "a log of work, not a statement";

const CLAUDE_MEM_KINDS: Kinds = new Map<string, { readonly type: RecordType } | string>([
  ["decision", { type: "decision" }],
  ["discovery", { type: "fact" }],
  ["bugfix", { type: "pitfall" }],
  ["security_alert", { type: "pitfall" }],
  ["security_note", { type: "fact" }],
  ["feature", WORK_LOG],
  ["refactor", WORK_LOG],
  ["change", WORK_LOG],
  ["sensitive", "marked as sensitive"],
]);

export const CLAUDE_MEM: readonly NoteTable[] = [
  {
    table: "observations",
    required: ["type", "project"],
    optional: ["title", "text", "facts", "narrative", "concepts", "merged_into_project"],
    toNotes: (row) =>
      observed(row, {
        kinds: CLAUDE_MEM_KINDS,
        // Its facts say in single sentences what the narrative says at length.
        statements: ({ facts, narrative }) => (facts.length > 0 ? facts : narrative),
        project: textOf(row.merged_into_project) ?? textOf(row.project),
        tags: listOf(row.concepts),
      }),
  },
];

const MEMORIX_KINDS: Kinds = new Map<string, { readonly type: RecordType } | string>([
  ["decision", { type: "decision" }],
  ["trade-off", { type: "decision" }],
  ["reasoning", { type: "decision" }],
  ["why-it-exists", { type: "architecture" }],
  ["how-it-works", { type: "architecture" }],
  ["gotcha", { type: "pitfall" }],
  ["problem-solution", { type: "pitfall" }],
  ["discovery", { type: "fact" }],
  ["what-changed", WORK_LOG],
  ["session-request", WORK_LOG],
]);

export const MEMORIX: readonly NoteTable[] = [
  {
    table: "observations",
    required: ["type", "projectId"],
    optional: ["title", "facts", "narrative", "concepts", "status"],
    toNotes: (row) =>
      row.status === "resolved" || row.status === "archived"
        ? `${row.status} in memorix`
        : observed(row, {
            kinds: MEMORIX_KINDS,
            statements: ({ facts, narrative }) => [...narrative, ...facts],
            project: textOf(row.projectId),
            tags: listOf(row.concepts),
          }),
  },
  {
    table: "mini_skills",
    required: ["instruction", "projectId"],
    optional: ["title", "tags", "usedCount"],
    toNotes: ({ instruction, title, tags, projectId, usedCount }) => {
      const [name, project] = [textOf(title), textOf(projectId)];
      return [
        {
          text: textOf(instruction) ?? "",
          tags: listOf(tags),
          ...(name !== undefined && { aliases: [name] }),
          ...(project !== undefined && { project }),
          ...usesOf(usedCount),
        },
      ];
    },
  },
];

type About = {
  readonly kinds: Kinds;
  readonly project: string | undefined;
  readonly tags: readonly string[];
  readonly statements: (parts: Parts) => readonly string[];
};

type Parts = { readonly facts: readonly string[]; readonly narrative: readonly string[] };

function observed(row: TableRow, { kinds, project, tags, statements }: About): readonly Note[] | string {
  const kind = kinds.get(String(row.type));
  if (typeof kind === "string") return kind;
  const narrative = [textOf(row.narrative) ?? textOf(row.text) ?? textOf(row.title) ?? ""];
  return statements({ facts: listOf(row.facts), narrative }).map((text) => ({
    text,
    tags,
    ...kind,
    ...(project !== undefined && { project }),
  }));
}
