/** One suggestion: what accepting it does, who asks and why, and its evidence; accept it, or dismiss it for good. */
import { useState } from "preact/hooks";
import type { SuggestionView } from "../../../src/verbs/suggestions/suggestion-view.ts";
import { counted, kindLabel, percent, visible } from "../../components/format.ts";
import { post } from "../../state/api.ts";
import { attempt, attemptChange, notify } from "../../state/notices.ts";
import { WorkflowEditor } from "../workflows/workflow-editor.tsx";

export function SuggestionCard({ suggestion }: { suggestion: SuggestionView }) {
  const { id, kind, label, confidence, evidence, scope, status, act, by, reason } = suggestion;
  const isNew = act === "keep";
  const steps = isNew ? suggestion.steps : undefined;
  const [isEditing, setEditing] = useState(false);
  const accept = async (changes: { name?: string; steps?: readonly string[] } = {}): Promise<boolean> => {
    const done = await attemptChange(() =>
      post<{ outcome: string; reason?: string }>("suggestions/accept", { id, ...changes }),
    );
    if (done !== undefined) notify(steps === undefined ? DONE[act] : "Saved as a workflow.");
    return done !== undefined;
  };
  const dismiss = async (): Promise<void> => {
    if ((await attempt(() => post("suggestions/dismiss", { id }))) !== undefined)
      notify("Dismissed. It will not be suggested again.");
  };
  return (
    <article class="card" aria-label={label}>
      <header>
        <span class="kind">{kindLabel(kind)}</span>
        <span class="muted">{scope}</span>
      </header>
      <p class="label">{visible(label)}</p>
      {!isNew && <Changes suggestion={suggestion} />}
      {suggestion.replaces?.map((old) => (
        <p key={old.id}>
          Replaces: <del>{visible(old.text)}</del>
        </p>
      ))}
      {suggestion.origin !== "observed" && (
        <p class="muted">
          {by !== "oldhand" && `Asked by ${visible(by)}. `}
          {visible(reason)}
        </p>
      )}
      {suggestion.isOutdated && (
        <p class="muted">The record changed since: accepting shows the new difference first.</p>
      )}
      {isNew && (
        <details>
          <summary>
            Seen {counted(evidence.count, "time")} in {counted(evidence.sessions, "session")}, {percent(confidence)}{" "}
            confidence
          </summary>
          <ul class="examples">
            {evidence.examples.map((example) => (
              <li key={example}>
                <code>{visible(example)}</code>
              </li>
            ))}
          </ul>
        </details>
      )}
      {status === "pending" ? (
        <footer>
          <button type="button" class="main" onClick={() => (steps === undefined ? void accept() : setEditing(true))}>
            {steps === undefined ? "Accept" : "Accept …"}
          </button>
          <button type="button" onClick={() => void dismiss()}>
            Dismiss
          </button>
        </footer>
      ) : (
        <footer class="muted">{status}</footer>
      )}
      {isEditing && steps !== undefined && (
        <WorkflowEditor
          title="Accept as a workflow"
          name={nameFrom(suggestion.key)}
          steps={steps}
          onSave={accept}
          onClose={() => setEditing(false)}
        />
      )}
    </article>
  );
}

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

/** Each field before and after. */
function Changes({ suggestion: { changes } }: { suggestion: SuggestionView }) {
  return (
    <dl class="changes">
      {changes.map(({ field, before, after }) => (
        <div key={field}>
          <dt>{field}</dt>
          <dd>
            {before === null ? "none" : <del>{shown(before)}</del>} →{" "}
            {after === null ? "none" : <ins>{shown(after)}</ins>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function shown(value: string | readonly string[]): string {
  return visible(typeof value === "string" ? value : value.join(", "));
}

function nameFrom(key: string): string {
  const lastWords = key.split(" → ").map((step) => step.trim().split(/\s+/).at(-1) ?? "");
  return lastWords.filter((word) => word !== "").join("-");
}
