/** `record list`, and `memory_list` for agents. */
import { lastStated, STATUSES, TYPES } from "../../core/record/record.ts";
import { boolean, list, object, oneOf, string } from "../declare/json-schema.ts";
import { FOR_MODELS, schemaLine } from "../declare/record-schema.ts";
import { CATEGORY, EVERYWHERE, SCOPE, TYPE } from "../declare/shared-fields.ts";
import { defined } from "../declare/values.ts";
import { verb } from "../declare/verb.ts";
import { dayOf, recordRow } from "../print/format.ts";
import { type RecordJson, recordJson } from "../print/json.ts";
import { printable, type Style } from "../print/style.ts";

const LISTED = 50;

type Listed = {
  readonly records: readonly RecordJson[];
  /** There are older ones; only if there is a limit. */
  readonly more?: boolean;
};

export const listRecords = verb({
  name: "record list",
  summary: "List records, newest first.",
  examples: ["oldhand record list --type policy", "oldhand record list --scope project --status all"],
  input: {
    type: TYPE,
    category: CATEGORY,
    status: {
      type: "choice",
      choices: [...STATUSES, "all"],
      help: "The status of record: active (default), archived, superseded or all.",
    },
    stale: { type: "flag", help: "Only records that no longer match the repository." },
    everywhere: EVERYWHERE,
    scope: SCOPE,
    limit: { type: "number", most: 500, isTyped: false, help: `The maximum number of records. Default: ${LISTED}.` },
  },
  act: "read",
  needs: "read",
  async run(
    call,
    { type, category, status = "active", stale = false, everywhere = false, scope, limit },
  ): Promise<Listed> {
    const { reading } = await import("../recalling/read-verbs.ts");
    const memory = reading(call.context);
    const ask = {
      status,
      ...defined({ types: type && [type], category, scopes: scope && [scope] }),
      ...(stale && { stale }),
    };
    const newest = limit === undefined || category !== undefined ? {} : { newest: limit + 1 };
    const found = await memory.list({ ...ask, ...newest, ...(everywhere && { everywhere }) });
    const records = latestFirst(found.map(recordJson));
    return limit === undefined ? { records } : { records: records.slice(0, limit), more: records.length > limit };
  },
  remark({ records }, { stale }) {
    if (records.length > 0) return undefined;
    return stale
      ? "No stale records: all that can be checked match the repository."
      : "No matching records. `oldhand record list --status all` lists all of them.";
  },
  print: ({ records }, style) => listText(records, style),
  tool: {
    name: "memory_list",
    title: "List records",
    description:
      "List records by type, category, scope or status, newest first. Call it to review the memory, for example for outdated records. To find something, use memory_recall.",
    takes: { type: "", category: "", scope: FOR_MODELS.scope, status: "Default: active.", limit: "" },
    defaults: { limit: LISTED },
    returns: object({
      records: list(object({ id: string(), type: oneOf(TYPES), text: string() })),
      more: boolean("There are older records: use a higher limit."),
    }),
    answer: ({ records, more }) => ({
      records: records.map((record) => ({ ...schemaLine(record), status: record.status })),
      more,
    }),
  },
});

export function latestFirst(records: readonly RecordJson[]): readonly RecordJson[] {
  return records.toSorted((a, b) => compare(lastStated(b), lastStated(a)) || compare(b.id, a.id));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function listText(records: readonly RecordJson[], style: Style): string {
  const rows = records.map((record) => {
    const row = recordRow(record, style);
    const stale = record.stale && `stale since ${dayOf(record.stale.since)}: ${printable(record.stale.why)}`;
    const doubt = record.doubt && `in doubt: ${printable(record.doubt.why)}`;
    const paths = record.pathProblem && `paths ignored: ${printable(record.pathProblem)}`;
    const against = stale ?? doubt ?? paths;
    if (against === undefined) return row;
    return style.columns === undefined
      ? `${row}\t${against}`
      : `${row}\n${style.dim(style.wrap(`  ${against}`, "  "))}`;
  });
  return rows.join(style.columns === undefined ? "\n" : "\n\n");
}
