/** One suggestion: what was found, why, and its evidence at a click; accept, edit or dismiss it. */
import { useState } from "preact/hooks";
import type { SuggestionView } from "../../../src/verbs/suggestion/sources/suggestion-view.ts";
import { Changes } from "../../components/changes.tsx";
import { percent, visible } from "../../components/format.ts";
import { InlineCode } from "../../components/inline-code.tsx";
import { isEverywhere } from "../../state/navigation.ts";
import { projectName } from "../../state/server-status.ts";
import { acceptOne, dismissOne } from "./decide.ts";
import { groupOf } from "./groups.ts";
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

type BodyProps = {
  readonly suggestion: SuggestionView;
  /** The heading above it names its group. */
  readonly isInGroup?: boolean;
};

/** What it says, without its actions. */
export function Body({ suggestion, isInGroup = false }: BodyProps) {
  const { confidence, evidence, status, act, by, reason } = suggestion;
  const isNew = act === "keep";
  // What was counted gives its counts as the reason.
  const isCounted = isNew && COUNTED.test(reason);
  const badge = isNew ? (isInGroup ? undefined : groupOf(suggestion).title) : act;
  return (
    <>
      <header>
        {badge !== undefined && <span class="kind">{badge}</span>}
        <Where suggestion={suggestion} />
        {status !== "pending" && <span class="muted">{status}</span>}
      </header>
      <Statement suggestion={suggestion} />
      {!isNew && <Changes changes={suggestion.changes} />}
      {suggestion.replaces?.map((old) => (
        <p key={old.id}>
          Replaces:{" "}
          <del>
            <InlineCode text={old.text} />
          </del>
        </p>
      ))}
      {!isCounted && (
        <p class="muted why">
          {by !== "oldhand" && `Asked by ${visible(by)}. `}
          <InlineCode text={reason} />
        </p>
      )}
      {suggestion.isOutdated && (
        <p class="muted why">The record changed since: accepting shows the new difference first.</p>
      )}
      {isNew && (
        <details class="evidence">
          <summary>
            {isCounted ? <WholeDates text={visible(reason).replace(/\.$/, "")} /> : "Evidence"}, {percent(confidence)}{" "}
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
    </>
  );
}

/** A date is not broken at its hyphens. */
function WholeDates({ text }: { readonly text: string }) {
  const parts = text.split(/(\d{4}-\d\d-\d\d)/);
  return <>{parts.map((part, at) => (at % 2 === 1 ? <time key={at}>{part}</time> : part))}</>;
}

/** The steps of a routine, the words of a rule that is told again and again, or what accepting it does. */
function Statement({ suggestion: { act, label, text, steps, reason } }: { readonly suggestion: SuggestionView }) {
  if (act === "keep" && steps !== undefined)
    return (
      <ol class="label routine">
        {steps.map((step, at) => (
          <li key={at}>
            <code>{visible(step)}</code>
          </li>
        ))}
      </ol>
    );
  return (
    <p class="label">
      <InlineCode text={act === "keep" && TOLD.test(reason) ? text : label} />
    </p>
  );
}

const TOLD = /^Said\b/;
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

/** Its project, unless its text ends with it or only one project is shown. */
function Where({ suggestion: { scope, project, label, reason } }: { suggestion: SuggestionView }) {
  const name = projectName(project);
  if (scope === "global") return <span class="muted">everywhere</span>;
  if (!isEverywhere.value || name === undefined || (!TOLD.test(reason) && label.endsWith(`(in ${name})`))) return null;
  return <span class="muted">{name}</span>;
}
