/** The brief that an agent of this project would get for a task and a file: its layers, its tokens, and what was left out. */
import { useState } from "preact/hooks";
import type { Layer } from "../../../src/core/ports.ts";
import type { BriefPreview as Preview } from "../../../src/verbs/recalling/preview.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { counted, visible } from "../../components/format.ts";
import { InlineCode } from "../../components/inline-code.tsx";
import { QueryResult } from "../../components/query-result.tsx";
import { hrefOf, isEverywhere } from "../../state/navigation.ts";
import { serverStatus } from "../../state/server-status.ts";
import { useQuery } from "../../state/use-query.ts";
import { LeftOut } from "./left-out.tsx";

const LAYERS: readonly (readonly [Layer, string])[] = [
  ["A", "Always included: rules and design"],
  ["scoped", "For this file"],
  ["B", "Relevant to the task"],
  ["passage", "Said before"],
  ["C", "Matching workflows"],
];

export function BriefPreview({ prompt }: { readonly prompt: string }) {
  const [file, setFile] = useState("");
  const [budget, setBudget] = useState("");
  const query = useQuery<Preview>("brief", { prompt: prompt.trim(), file: file.trim(), budget });
  return (
    <>
      <div class="question-more">
        <label class="field">
          File
          <input
            class="mono"
            placeholder="src/cart.ts"
            value={file}
            onInput={({ currentTarget }) => setFile(currentTarget.value)}
          />
        </label>
        <label class="field short">
          Token budget
          <input
            type="number"
            min="1"
            placeholder={String(serverStatus.value?.budget ?? 800)}
            value={budget}
            onInput={({ currentTarget }) => setBudget(currentTarget.value)}
          />
        </label>
      </div>
      {isEverywhere.value && (
        <p class="muted">An agent gets only what is global or of its own project. This is what is global.</p>
      )}
      <QueryResult query={query}>{(brief) => <Brief brief={brief} />}</QueryResult>
    </>
  );
}

function Brief({ brief: { lines, tokens, budget, account, text } }: { readonly brief: Preview }) {
  const facts = new Map(account.included.map((one) => [one.id, one]));
  return (
    <div class="beside">
      <section aria-label="Included">
        <p class="budget">
          <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
            <rect class="bar-all" width="100" height="6" rx="3" />
            <rect class="bar-part" width={Math.min(100, (tokens / budget) * 100)} height="6" rx="3" />
          </svg>
          <span>
            <strong>{tokens}</strong> of {counted(budget, "token")} used by {counted(lines.length, "line")}
          </span>
        </p>
        {lines.length === 0 && (
          <EmptyState title="Nothing would be included">
            <p>No record matches, or the matching ones are not accepted yet.</p>
          </EmptyState>
        )}
        {LAYERS.map(([layer, title]) => {
          const inLayer = lines.filter((line) => line.layer === layer);
          if (inLayer.length === 0) return null;
          return (
            <section key={layer} class="layer" aria-label={title}>
              <h3>{title}</h3>
              <ul>
                {inLayer.map(({ id, text: line, reason }) => {
                  const { text: said = "", relevance, strength, score, tokens: size } = facts.get(id) ?? {};
                  return (
                    <li key={id}>
                      {id.startsWith("rec_") ? (
                        <a href={hrefOf({ view: "memory", id })}>
                          <InlineCode text={said || line} />
                        </a>
                      ) : (
                        <InlineCode text={said || line} />
                      )}
                      <small class="muted">
                        {reason}
                        {strength !== undefined &&
                          score !== undefined &&
                          ` · score ${score.toFixed(2)} = strength ${strength.toFixed(2)} × relevance ${relevance!.toFixed(2)}`}
                        {size !== undefined && ` · ${counted(size, "token")}`}
                      </small>
                    </li>
                  );
                })}
              </ul>
            </section>
          );
        })}
        {text !== "" && (
          <details class="raw">
            <summary>Text given to the agent</summary>
            <pre>{visible(text)}</pre>
          </details>
        )}
      </section>
      <LeftOut omitted={account.omitted} />
    </div>
  );
}
