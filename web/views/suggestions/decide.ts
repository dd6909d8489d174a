/** Accepts, edits and dismisses suggestions, and says what was done. */
import type { Decided } from "../../../src/faces/http/routes/suggestions.ts";
import type { RecordView } from "../../../src/verbs/record/kept/record-view.ts";
import type { SuggestionView } from "../../../src/verbs/suggestion/sources/suggestion-view.ts";
import { counted } from "../../components/format.ts";
import { post } from "../../state/api.ts";
import { attempt, attemptChange, notify, notifyError } from "../../state/notices.ts";

type Accepted = { readonly outcome: string; readonly reason?: string; readonly record?: RecordView };
type Changes = { readonly name?: string; readonly steps?: readonly string[] };

const DONE: Readonly<Record<SuggestionView["act"], string>> = {
  keep: "Remembered.",
  edit: "Changed.",
  expire: "Changed.",
  "make a rule": "Changed.",
  reclassify: "Changed.",
  archive: "Archived.",
  restore: "Restored.",
  delete: "Deleted.",
};

export async function acceptOne({ id, act, steps }: SuggestionView, changes: Changes = {}): Promise<boolean> {
  const done = await attemptChange(() => post<Accepted>("review/accept", { id, ...changes }));
  if (done !== undefined) notify(act === "keep" && steps !== undefined ? "Saved as a workflow." : DONE[act]);
  return done !== undefined;
}

/** Accepts it, then changes the text of the record that it became. */
export async function acceptWithText({ id }: SuggestionView, text: string): Promise<boolean> {
  const done = await attemptChange(() => post<Accepted>("review/accept", { id }));
  const record = done?.record;
  if (done === undefined) return false;
  const edit = { id: record?.id, text, ...(record?.project !== undefined && { in: record.project }) };
  const changed = record === undefined || (await attemptChange(() => post<Accepted>("record/update", edit)));
  notify(changed === undefined ? "Remembered as suggested, without your edit." : "Remembered.");
  return true;
}

export async function dismissOne({ id }: SuggestionView): Promise<void> {
  if ((await attempt(() => post("review/dismiss", { id }))) !== undefined)
    notify("Dismissed. It will not be suggested again.");
}

export async function decideAll(ids: readonly string[], decision: "accept" | "dismiss"): Promise<void> {
  const done = await attempt(() => post<{ decided: readonly Decided[] }>("suggestions/decide", { ids, decision }));
  if (done === undefined) return;
  const refused = done.decided.filter(({ outcome }) => outcome === "refused");
  const worked = done.decided.length - refused.length;
  if (worked > 0) notify(`${decision === "accept" ? "Accepted" : "Dismissed"} ${counted(worked, "suggestion")}.`);
  const [first] = refused;
  if (first !== undefined)
    notifyError(`${counted(refused.length, "suggestion")} could not be decided: ${first.reason ?? "refused"}`);
}
