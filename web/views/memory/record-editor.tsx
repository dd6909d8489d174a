/** Edits the text, key, priority, paths and guards of a record, and shows what changes before it is saved. */
import { useEffect, useRef, useState } from "preact/hooks";
import { type Guard, kindOfGuard } from "../../../src/core/guard/guard.ts";
import { PRIORITIES } from "../../../src/core/record/record.ts";
import type { RecordView } from "../../../src/verbs/record/kept/record-view.ts";
import { DialogFooter } from "../../components/dialog.tsx";
import { visible } from "../../components/format.ts";
import { useAutoHeight } from "../../components/use-auto-height.ts";
import { post } from "../../state/api.ts";
import { attemptChange, notify } from "../../state/notices.ts";
import { GuardEditor, readyGuards } from "./guard-editor.tsx";

type Props = { readonly record: RecordView; readonly onDone: () => void; readonly onUndo: () => void };

export function RecordEditor({ record, onDone, onUndo }: Props) {
  const [text, setText] = useState(record.text);
  const [key, setKey] = useState(record.key);
  const [priority, setPriority] = useState(record.priority);
  const [paths, setPaths] = useState(record.paths.join(", "));
  const [guards, setGuards] = useState<readonly Guard[]>(record.guards ?? []);
  const field = useRef<HTMLTextAreaElement>(null);
  useAutoHeight(field, text);
  useEffect(() => field.current!.focus(), []);
  const edit = {
    ...(text !== record.text && { text }),
    ...(key !== record.key && { key }),
    ...(priority !== record.priority && { priority }),
    ...(paths !== record.paths.join(", ") && { paths: globs(paths) }),
    ...(JSON.stringify(guards) !== JSON.stringify(record.guards ?? []) && { guards: readyGuards(guards) }),
  };
  const isChanged = Object.keys(edit).length > 0;
  const save = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (!isChanged) return onDone();
    const done = await attemptChange(() =>
      post<{ outcome: string; reason?: string }>("record/update", { id: record.id, ...edit }),
    );
    if (done === undefined) return;
    onDone();
    notify("Saved.", { undo: onUndo });
  };
  return (
    <form class="editor" onSubmit={(event) => void save(event)}>
      <label class="field">
        Text
        <textarea ref={field} rows={2} value={text} onInput={({ currentTarget }) => setText(currentTarget.value)} />
      </label>
      <div class="field-row">
        <label class="field">
          Key
          <input value={key} onInput={({ currentTarget }) => setKey(currentTarget.value)} />
        </label>
        <label class="field">
          Priority
          <select
            value={priority}
            onChange={({ currentTarget }) => setPriority(currentTarget.value as typeof priority)}
          >
            {PRIORITIES.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </label>
      </div>
      <label class="field">
        Only for these paths
        <input
          class="mono"
          placeholder="all paths"
          value={paths}
          onInput={({ currentTarget }) => setPaths(currentTarget.value)}
        />
      </label>
      <GuardEditor guards={guards} onGuards={setGuards} />
      {isChanged && <Preview before={record} edit={edit} />}
      <DialogFooter does="Save" isReady={isChanged} onCancel={onDone} />
    </form>
  );
}

function globs(text: string): string[] {
  return text
    .split(",")
    .map((glob) => glob.trim())
    .filter((glob) => glob !== "");
}

type Edit = Partial<Pick<RecordView, "text" | "key" | "priority" | "paths" | "guards">>;

/** What saving changes, field by field. */
function Preview({ before, edit }: { readonly before: RecordView; readonly edit: Edit }) {
  return (
    <dl class="changes" aria-label="What changes">
      {Object.entries(edit).map(([field, after]) => (
        <div key={field}>
          <dt>{field}</dt>
          <dd>
            <del>{shown(before[field as keyof Edit])}</del> → <ins>{shown(after)}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function shown(value: Edit[keyof Edit]): string {
  if (value === undefined || value.length === 0) return "none";
  if (typeof value === "string") return visible(value);
  return value.map((one) => (typeof one === "string" ? visible(one) : guardText(one))).join("; ");
}

function guardText(guard: Guard): string {
  const { [kindOfGuard(guard) as never]: rule, ...more } = guard as Record<string, unknown>;
  const rest = Object.entries(more).map(([name, value]) => `${name} ${flat(value)}`);
  return visible([`${kindOfGuard(guard)} ${flat(rule)}`, ...rest].join(", "));
}

function flat(value: unknown): string {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.join(", ");
  return Object.values(value as object).join(" / ");
}
