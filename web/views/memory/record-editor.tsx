/** Edits the text, key and priority of a record. */
import { useState } from "preact/hooks";
import { PRIORITIES } from "../../../src/core/record/record.ts";
import type { RecordView } from "../../../src/verbs/records/record-view.ts";
import { post } from "../../state/api.ts";
import { attemptChange, notify } from "../../state/notices.ts";

type Props = { readonly record: RecordView; readonly onDone: () => void; readonly onUndo: () => void };

export function RecordEditor({ record, onDone, onUndo }: Props) {
  const [text, setText] = useState(record.text);
  const [key, setKey] = useState(record.key);
  const [priority, setPriority] = useState(record.priority);
  const save = async (event: Event): Promise<void> => {
    event.preventDefault();
    const edit = {
      ...(text !== record.text && { text }),
      ...(key !== record.key && { key }),
      ...(priority !== record.priority && { priority }),
    };
    if (Object.keys(edit).length === 0) return onDone();
    const done = await attemptChange(() =>
      post<{ outcome: string; reason?: string }>("records/update", { id: record.id, ...edit }),
    );
    if (done === undefined) return;
    onDone();
    notify("Saved.", { undo: onUndo });
  };
  return (
    <form class="editor" onSubmit={(event) => void save(event)}>
      <label class="field">
        Text
        <textarea rows={4} value={text} onInput={({ currentTarget }) => setText(currentTarget.value)} />
      </label>
      <label class="field">
        Key
        <input value={key} onInput={({ currentTarget }) => setKey(currentTarget.value)} />
      </label>
      <label class="field">
        Priority
        <select value={priority} onChange={({ currentTarget }) => setPriority(currentTarget.value as typeof priority)}>
          {PRIORITIES.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      </label>
      <footer>
        <button type="submit" class="main">
          Save
        </button>
        <button type="button" onClick={onDone}>
          Cancel
        </button>
      </footer>
    </form>
  );
}
