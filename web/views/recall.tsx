/** The recall explorer: what a question or a file at hand would bring into a prompt, and the account of it. */
import { useState } from "preact/hooks";
import type { Layer, Omission } from "../../src/core/ports.ts";
import type { BriefAnswer } from "../../src/verbs/recalling/brief.ts";
import { AskedView } from "../parts/asked-view.tsx";
import { Empty } from "../parts/empty.tsx";
import { counted, visible } from "../parts/words.ts";
import { useAsked } from "../state/asked.ts";
import { standing } from "../state/standing.ts";
import { type Accounted, ReceiptTable } from "./receipt-table.tsx";

type Explored = BriefAnswer & {
  readonly account: {
    readonly included: readonly Accounted[];
    readonly omitted: readonly (Omission & { readonly text: string })[];
  };
};

const LAYERS: readonly (readonly [Layer, string])[] = [
  ["A", "Always: rules and design"],
  ["scoped", "Bound to the file at hand"],
  ["B", "By context"],
  ["C", "Workflows that fit"],
];

type Question = { readonly prompt: string; readonly file: string; readonly budget: string };

export function RecallView() {
  const [written, setWritten] = useState<Question>({ prompt: "", file: "", budget: "" });
  const [question, setQuestion] = useState<Question | undefined>(undefined);
  const asked = useAsked<Explored>(question === undefined ? undefined : "brief", question ?? {});
  const set = (change: Partial<Question>): void => setWritten({ ...written, ...change });
  return (
    <div class="column">
      <header class="view-top">
        <h2>Recall</h2>
        <p class="muted">What an agent would be told for this task, line by line, and what stayed out.</p>
      </header>
      <form
        class="question"
        onSubmit={(event) => {
          event.preventDefault();
          setQuestion(written);
        }}
      >
        <label class="field wide">
          A task or a question
          <input value={written.prompt} onInput={({ currentTarget }) => set({ prompt: currentTarget.value })} />
        </label>
        <label class="field">
          A file at hand
          <input
            class="mono"
            placeholder="src/cart.ts"
            value={written.file}
            onInput={({ currentTarget }) => set({ file: currentTarget.value })}
          />
        </label>
        <label class="field short">
          Tokens
          <input
            type="number"
            min="1"
            placeholder={String(standing.value?.budget ?? 800)}
            value={written.budget}
            onInput={({ currentTarget }) => set({ budget: currentTarget.value })}
          />
        </label>
        <button type="submit" class="main">
          Recall
        </button>
      </form>
      {question === undefined ? (
        <Empty title="Ask as an agent would">
          <p>
            Type what you are about to do, a file that you have open, or both. Left empty, you see what every session is
            told.
          </p>
        </Empty>
      ) : (
        <AskedView asked={asked}>{(found) => <Brief found={found} />}</AskedView>
      )}
    </div>
  );
}

function Brief({ found }: { found: Explored }) {
  const { lines, tokens, budget, account, receipt, text } = found;
  return (
    <>
      <p class="budget">
        <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
          <rect class="meter-all" width="100" height="6" rx="3" />
          <rect class="meter-part" width={Math.min(100, (tokens / budget) * 100)} height="6" rx="3" />
        </svg>
        <strong>{tokens}</strong> of {counted(budget, "token")} used, by {counted(lines.length, "line")}
      </p>
      {lines.length === 0 && (
        <Empty title="Nothing would be told">
          <p>No record fits, or none is vouched for. What stayed out stands below.</p>
        </Empty>
      )}
      {LAYERS.map(([layer, says]) => {
        const own = lines.filter((line) => line.layer === layer);
        if (own.length === 0) return null;
        return (
          <section key={layer} class="layer" aria-label={says}>
            <h3>
              <span class="kind">{layer}</span> {says}
            </h3>
            <ul>
              {own.map(({ id, text: whole, source, reason }) => (
                <li key={id}>
                  {visible(account.included.find((one) => one.id === id)?.text || whole)}
                  <small class="muted" title={source}>
                    {source.split("/").at(-1)} · {reason}
                  </small>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
      <ReceiptTable receipt={receipt} included={account.included} omitted={account.omitted} />
      {text !== "" && (
        <details class="raw">
          <summary>As an agent sees it</summary>
          <pre>{visible(text)}</pre>
        </details>
      )}
    </>
  );
}
