/** Edits the name and steps of a workflow. */
import { useState } from "preact/hooks";
import { slotsIn } from "../../../src/core/workflow/slots.ts";
import { Dialog, DialogFooter } from "../../components/dialog.tsx";
import { post } from "../../state/api.ts";
import { attemptChange, notify } from "../../state/notices.ts";

type Edited = { readonly name: string; readonly steps: readonly string[] };

type Props = {
  readonly title: string;
  readonly name: string;
  readonly steps: readonly string[];
  readonly isNameFixed?: boolean;
  /** The editor stays open if it resolves to false. */
  readonly onSave: (edited: Edited) => Promise<boolean>;
  readonly onClose: () => void;
};

export function WorkflowEditor({ title, name, steps, isNameFixed = false, onSave, onClose }: Props) {
  const [newName, setNewName] = useState(name);
  const [lines, setLines] = useState<readonly string[]>(steps);
  const slots = [...new Set(lines.flatMap(slotsIn))];
  const change = (at: number, text: string): void => setLines(lines.with(at, text));
  const move = (at: number, by: number): void => {
    const line = lines[at]!;
    setLines(lines.toSpliced(at, 1).toSpliced(at + by, 0, line));
  };
  const save = async (event: Event): Promise<void> => {
    event.preventDefault();
    const kept = lines.filter((line) => line.trim() !== "");
    if (await onSave({ name: newName.trim(), steps: kept })) onClose();
  };
  return (
    <Dialog label={title} kind="centered" onClose={onClose}>
      <form class="editor" onSubmit={(event) => void save(event)}>
        <h2>{title}</h2>
        <label class="field">
          Name
          <input
            value={newName}
            required
            readOnly={isNameFixed}
            onInput={({ currentTarget }) => setNewName(currentTarget.value)}
          />
        </label>
        <fieldset>
          <legend>Steps</legend>
          <ol class="edit-steps">
            {lines.map((line, at) => (
              <li key={at}>
                <input
                  class="mono"
                  aria-label={`Step ${at + 1}`}
                  value={line}
                  onInput={({ currentTarget }) => change(at, currentTarget.value)}
                />
                <button
                  type="button"
                  class="quiet"
                  aria-label={`Move step ${at + 1} up`}
                  disabled={at === 0}
                  onClick={() => move(at, -1)}
                >
                  ↑
                </button>
                <button
                  type="button"
                  class="quiet"
                  aria-label={`Move step ${at + 1} down`}
                  disabled={at === lines.length - 1}
                  onClick={() => move(at, 1)}
                >
                  ↓
                </button>
                <button
                  type="button"
                  class="quiet"
                  aria-label={`Remove step ${at + 1}`}
                  disabled={lines.length === 1}
                  onClick={() => setLines(lines.toSpliced(at, 1))}
                >
                  ×
                </button>
              </li>
            ))}
          </ol>
          <button type="button" onClick={() => setLines([...lines, ""])}>
            Add step
          </button>
        </fieldset>
        <p class="muted">
          {slots.length === 0
            ? "For a value that differs between runs, write a slot such as <name>."
            : `Slots to fill in at each run: ${slots.map((slot) => `<${slot}>`).join(", ")}`}
        </p>
        <DialogFooter does="Save workflow" onCancel={onClose} />
      </form>
    </Dialog>
  );
}

export async function saveWorkflow(edited: Edited): Promise<boolean> {
  const done = await attemptChange(() => post<{ outcome: string; reason?: string }>("workflow/save", edited));
  if (done !== undefined) notify(`Saved ${edited.name}.`);
  return done !== undefined;
}
