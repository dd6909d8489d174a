/** Edits a suggestion before it is accepted: the name and steps of a routine, or the text of anything else. */
import { useRef, useState } from "preact/hooks";
import type { SuggestionView } from "../../../src/verbs/suggestion/sources/suggestion-view.ts";
import { Dialog, DialogFooter } from "../../components/dialog.tsx";
import { kindLabel } from "../../components/format.ts";
import { useAutoHeight } from "../../components/use-auto-height.ts";
import { WorkflowEditor } from "../workflows/workflow-editor.tsx";
import { acceptOne, acceptWithText } from "./decide.ts";

type Props = { readonly suggestion: SuggestionView; readonly onClose: () => void };

export function SuggestionEditor({ suggestion, onClose }: Props) {
  const { steps, key } = suggestion;
  if (steps === undefined) return <TextEditor suggestion={suggestion} onClose={onClose} />;
  return (
    <WorkflowEditor
      title="Accept as a workflow"
      name={nameFrom(key)}
      steps={steps}
      onSave={(changes) => acceptOne(suggestion, changes)}
      onClose={onClose}
    />
  );
}

function TextEditor({ suggestion, onClose }: Props) {
  const [text, setText] = useState(suggestion.text);
  const field = useRef<HTMLTextAreaElement>(null);
  useAutoHeight(field, text);
  const save = async (event: Event): Promise<void> => {
    event.preventDefault();
    const isDone = await (text === suggestion.text ? acceptOne(suggestion) : acceptWithText(suggestion, text));
    if (isDone) onClose();
  };
  return (
    <Dialog label="Edit and accept" kind="centered" onClose={onClose}>
      <form class="editor" onSubmit={(event) => void save(event)}>
        <h2>Edit and accept</h2>
        <label class="field">
          Text
          <textarea ref={field} required value={text} onInput={({ currentTarget }) => setText(currentTarget.value)} />
        </label>
        <p class="muted">
          Kept as a {suggestion.scope} {kindLabel(suggestion.type)}. What it says applies as soon as you accept it.
        </p>
        <DialogFooter does="Accept" isReady={text.trim() !== ""} onCancel={onClose} />
      </form>
    </Dialog>
  );
}

function nameFrom(key: string): string {
  const lastWords = key.split(" → ").map((step) => step.trim().split(/\s+/).at(-1) ?? "");
  return lastWords.filter((word) => word !== "").join("-");
}
