/** One suggestion: what was found, why, and its evidence at a click; accept, edit or dismiss it. */
import { useState } from "preact/hooks";
import type { SuggestionView } from "../../../src/verbs/suggestions/suggestion-view.ts";
import { Changes } from "../../components/changes.tsx";
import { kindLabel, percent, visible } from "../../components/format.ts";
import { isEverywhere } from "../../state/navigation.ts";
import { projectName } from "../../state/server-status.ts";
import { acceptOne, dismissOne } from "./decide.ts";
import { SuggestionEditor } from "./suggestion-editor.tsx";

export function SuggestionCard({ suggestion }: { readonly suggestion: SuggestionView }) {
  const [isEditing, setEditing] = useState(false);
  return (
    <article class="card" aria-label={suggestion.label}>
      <Body suggestion={suggestion} />
      <footer>
        <Actions suggestion={suggestion} onEdit={() => setEditing(true)} />
      </footer>
      {isEditing && <SuggestionEditor suggestion={suggestion} onClose={() => setEditing(false)} />}
    </article>
  );
}

/** What it says, without its actions. */
export function Body({ suggestion }: { readonly suggestion: SuggestionView }) {
  const { kind, label, confidence, evidence, status, act, by, reason, steps } = suggestion;
  const isNew = act === "keep";
  // What was counted gives its counts as the reason.
  const isCounted = isNew && COUNTED.test(reason);
  return (
    <>
      <header>
        <span class="kind">{isNew ? kindLabel(kind) : act}</span>
        <Where suggestion={suggestion} />
        {status !== "pending" && <span class="muted">{status}</span>}
      </header>
      <p class="label">{visible(label)}</p>
      {!isNew && <Changes changes={suggestion.changes} />}
      {suggestion.replaces?.map((old) => (
        <p key={old.id}>
          Replaces: <del>{visible(old.text)}</del>
        </p>
      ))}
      {!isCounted && (
        <p class="muted why">
          {by !== "oldhand" && `Asked by ${visible(by)}. `}
          {visible(reason)}
        </p>
      )}
      {suggestion.isOutdated && (
        <p class="muted why">The record changed since: accepting shows the new difference first.</p>
      )}
      {isNew && (
        <details class="evidence">
          <summary>
            {isCounted ? visible(reason).replace(/\.$/, "") : "Evidence"}, {percent(confidence)} confidence
          </summary>
          {steps !== undefined && (
            <ol class="mono">
              {steps.map((step, at) => (
                <li key={at}>{visible(step)}</li>
              ))}
            </ol>
          )}
          <ul class="examples">
            {evidence.examples.map((example) => (
              <li key={example}>
                <code>{visible(example)}</code>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

const COUNTED = /^(?:Seen|Said|Happened)\b/;

type ActionProps = { readonly suggestion: SuggestionView; readonly onEdit: () => void; readonly hasKeys?: boolean };

export function Actions({ suggestion, onEdit, hasKeys = false }: ActionProps) {
  return (
    <>
      <button type="button" class="main" onClick={() => void acceptOne(suggestion)}>
        Accept {hasKeys && <kbd>a</kbd>}
      </button>
      {suggestion.act === "keep" && (
        <button type="button" onClick={onEdit}>
          Edit … {hasKeys && <kbd>e</kbd>}
        </button>
      )}
      <button type="button" class="quiet" onClick={() => void dismissOne(suggestion)}>
        Dismiss {hasKeys && <kbd>d</kbd>}
      </button>
    </>
  );
}

/** Its project, unless the label ends with it or only one project is shown. */
function Where({ suggestion: { scope, project, label } }: { suggestion: SuggestionView }) {
  const name = projectName(project);
  if (scope === "global") return <span class="muted">everywhere</span>;
  if (!isEverywhere.value || name === undefined || label.endsWith(`(in ${name})`)) return null;
  return <span class="muted">{name}</span>;
}
