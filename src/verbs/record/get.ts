/** `record get` */
import { describeGuard } from "../../core/guard/describe.ts";
import { count } from "../../core/text/wording.ts";
import { ID } from "../declare/shared-fields.ts";
import { verb } from "../declare/verb.ts";
import { dayOf, factLines, percent } from "../print/format.ts";
import { type RecordJson, recordJson } from "../print/json.ts";
import { printable, type Style } from "../print/style.ts";

export const getRecord = verb({
  name: "record get",
  summary: "Show a record with all its fields.",
  input: { id: ID },
  act: "read",
  needs: "read",
  async run({ context }, { id }) {
    const { reading } = await import("../recalling/read-verbs.ts");
    return recordJson(await reading(context).get(id));
  },
  print: recordText,
});

/** The text of a record, then its fields, one line each. */
export function recordText(record: RecordJson, style: Style): string {
  const facts: [string, string | undefined][] = [
    ["id", record.id],
    ["type", record.habit === undefined ? record.type : `${record.type}, ${record.habit}`],
    ["scope", record.projectRoot === undefined ? record.scope : `${record.scope}, ${record.projectRoot}`],
    ["status", record.statusReason === undefined ? record.status : `${record.status}: ${record.statusReason}`],
    ["key", record.value === undefined ? record.key : `${record.key} = ${record.value}`],
    ["steps", record.steps?.join(" → ")],
    ["priority", record.priority],
    ["strength", `${record.strength}, used ${count(record.reinforcement - 1, "time")}`],
    ["confidence", percent(record.confidence)],
    ["from", `${record.trust}, ${record.origin}, ${record.source}`],
    ["author", record.author],
    ["accepted", record.accepted === undefined ? undefined : record.accepted ? "yes" : "no"],
    ["tags", record.tags.join(", ")],
    ["paths", record.paths.join(", ")],
    ["warning", record.pathProblem],
    ["aliases", record.aliases.join(", ")],
    ["keywords", record.keywords.join(", ")],
    ["guards", record.guards?.map(describeGuard).join("; ") ?? record.guardProblem],
    ["expires", record.expires?.slice(0, 10)],
    ["supersedes", record.supersedes?.join(", ")],
    ["error", record.error],
    ["quote", record.quote === record.text ? undefined : record.quote],
    ["read as", record.reading],
    ["said", record.saidAt === undefined ? undefined : dayOf(record.saidAt)],
    ["created", dayOf(record.createdAt)],
    ["updated", dayOf(record.updatedAt)],
    ["in doubt", record.doubt?.why],
    ["file", record.file],
  ];
  return [style.wrap(printable(record.text)), "", ...factLines(facts, style)].join("\n");
}
