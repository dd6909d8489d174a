/** One suggestion: what was noticed, how sure, on what evidence; accept it or dismiss it for good. */
import { useState } from "preact/hooks";
import type { SuggestionView } from "../../src/verbs/suggestions/suggestion-view.ts";
import { Meter } from "../parts/meter.tsx";
import { called, counted, visible } from "../parts/words.ts";
import { tell } from "../state/ask.ts";
import { attempt, say } from "../state/notices.ts";
import { WorkflowEditor } from "./workflow-editor.tsx";

export function SuggestionCard({ suggestion }: { suggestion: SuggestionView }) {
  const { id, kind, label, confidence, evidence, scope, status, steps } = suggestion;
  const [isEditing, setEditing] = useState(false);
  const accept = async (changes: { name?: string; steps?: readonly string[] } = {}): Promise<boolean> => {
    const done = await attempt(() =>
      tell<{ outcome: string; reason?: string }>("suggestions/accept", { id, ...changes }),
    );
    if (done === undefined) return false;
    if (done.outcome === "refused") say(done.reason ?? "It was refused.", { isBad: true });
    else say(steps === undefined ? "Remembered." : "Saved as a workflow.");
    return done.outcome !== "refused";
  };
  const dismiss = async (): Promise<void> => {
    if ((await attempt(() => tell("suggestions/dismiss", { id }))) !== undefined)
      say("Dismissed. It will not come back.");
  };
  return (
    <article class="card" aria-label={label}>
      <header>
        <span class="kind">{called(kind)}</span>
        <span class="muted">{scope}</span>
        <span class="grow" />
        <Meter label="Confidence" share={confidence} />
      </header>
      <p class="label">{visible(label)}</p>
      <details>
        <summary>
          Seen {counted(evidence.count, "time")} in {counted(evidence.sessions, "session")}
        </summary>
        <ul class="examples">
          {evidence.examples.map((example) => (
            <li key={example}>
              <code>{visible(example)}</code>
            </li>
          ))}
        </ul>
      </details>
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

function nameFrom(key: string): string {
  const words = key.split(" → ").map((part) => part.trim().split(/\s+/).at(-1) ?? "");
  return words.filter((word) => word !== "").join("-");
}
