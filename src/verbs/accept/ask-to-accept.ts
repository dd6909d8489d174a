/** Shows what acts of others' records before they are accepted, and asks; the same for a space and a repository. */
import { OldhandError } from "../../core/base/error.ts";
import { describeGuard } from "../../core/guard/describe.ts";
import { count } from "../../core/text/wording.ts";
import { confirmed, type PersonsAnswer } from "../declare/terminal.ts";
import type { VerbCall } from "../declare/verb.ts";
import { recordName } from "../print/format.ts";
import { oneLine, printable, type Style, styleFor } from "../print/style.ts";
import type { Acceptable } from "../record/kept/acceptable.ts";

type Offered = { readonly head: string; readonly records: readonly Acceptable[]; readonly yes: boolean };

export async function askToAccept(
  { terminal, note }: Pick<VerbCall, "terminal" | "note">,
  { head, records, yes }: Offered,
): Promise<PersonsAnswer> {
  if (yes) return "approved";
  if (terminal === undefined) {
    note(acceptText(head, records, styleFor({ columns: undefined, variables: {}, noColor: true })));
    throw new OldhandError("usage", "There is no terminal to ask. Look at the list and add --yes to accept it.");
  }
  terminal.show(`${acceptText(head, records, terminal.style)}\n\n`);
  return confirmed(terminal, `Accept ${count(records.length, "record")}?`);
}

/** What acts, or changed, in full; of the rest the number. */
function acceptText(head: string, records: readonly Acceptable[], style: Style): string {
  const looked = records.filter(({ needsLook }) => needsLook);
  const plain = records.length - looked.length;
  const lines = looked.map(({ record }) => {
    const acts = [
      ...(record.steps ?? []),
      ...(record.guards?.map(describeGuard) ?? []),
      ...(record.guardProblem === undefined ? [] : [`its guards cannot be read: ${record.guardProblem}`]),
    ];
    const by = record.author === undefined ? "" : ` by ${printable(record.author)}`;
    const shown = acts.map((line) => `\n    ${printable(line)}`).join("");
    return `  ${style.bold(recordName(record))}${by}\n    ${printable(oneLine(record.text))}${shown}`;
  });
  return [
    style.wrap(printable(head)),
    ...lines,
    ...(plain > 0 && lines.length > 0 ? [`  and ${plain} more`] : []),
  ].join("\n");
}
