/** The recall explorer: the brief that an agent would get for a task or file, with its receipt. */
import { useState } from "preact/hooks";
import type { Layer, Omission } from "../../../src/core/ports.ts";
import type { BriefAnswer } from "../../../src/verbs/recalling/brief.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { counted, visible } from "../../components/format.ts";
import { QueryResult } from "../../components/query-result.tsx";
import { serverStatus } from "../../state/server-status.ts";
import { useQuery } from "../../state/use-query.ts";
import { type IncludedLine, ReceiptTable } from "./receipt-table.tsx";

type BriefWithReceipt = BriefAnswer & {
  readonly account: {
    readonly included: readonly IncludedLine[];
    readonly omitted: readonly (Omission & { readonly text: string })[];
  };
};

const LAYERS: readonly (readonly [Layer, string])[] = [
  ["A", "Always included: rules and design"],
  ["scoped", "For this file"],
  ["B", "Relevant to the task"],
  ["C", "Matching workflows"],
];

type Question = { readonly prompt: string; readonly file: string; readonly budget: string };

export function RecallView() {
  const [written, setWritten] = useState<Question>({ prompt: "", file: "", budget: "" });
  const [question, setQuestion] = useState<Question | undefined>(undefined);
  const query = useQuery<BriefWithReceipt>(question === undefined ? undefined : "brief", question ?? {});
  const set = (change: Partial<Question>): void => setWritten({ ...written, ...change });
  return (
    <div class="column">
      <header class="view-top">
        <h2>Recall</h2>
        <p class="muted">Preview what an agent would get for a task: what is included, what is left out, and why.</p>
      </header>
      <form
        class="question"
        onSubmit={(event) => {
          event.preventDefault();
          setQuestion(written);
        }}
      >
        <label class="field wide">
          Task or question
          <input value={written.prompt} onInput={({ currentTarget }) => set({ prompt: currentTarget.value })} />
        </label>
        <label class="field">
          File
          <input
            class="mono"
            placeholder="src/cart.ts"
            value={written.file}
            onInput={({ currentTarget }) => set({ file: currentTarget.value })}
          />
        </label>
        <label class="field short">
          Token budget
          <input
            type="number"
            min="1"
            placeholder={String(serverStatus.value?.budget ?? 800)}
            value={written.budget}
            onInput={({ currentTarget }) => set({ budget: currentTarget.value })}
          />
        </label>
        <button type="submit" class="main">
          Recall
        </button>
      </form>
      {question === undefined ? (
        <EmptyState title="Preview a brief">
          <p>Enter a task, a file, or both. With both empty, you see what every session gets.</p>
        </EmptyState>
      ) : (
        <QueryResult query={query}>{(brief) => <Brief brief={brief} />}</QueryResult>
      )}
    </div>
  );
}

function Brief({ brief }: { brief: BriefWithReceipt }) {
  const { lines, tokens, budget, account, receipt, text } = brief;
  return (
    <>
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
          <p>No record matches, or the matching ones are not accepted yet. See below for what was left out.</p>
        </EmptyState>
      )}
      {LAYERS.map(([layer, title]) => {
        const inLayer = lines.filter((line) => line.layer === layer);
        if (inLayer.length === 0) return null;
        return (
          <section key={layer} class="layer" aria-label={title}>
            <h3>
              <span class="kind">{layer}</span> {title}
            </h3>
            <ul>
              {inLayer.map(({ id, text: fullLine, source, reason }) => {
                const recordText = account.included.find((included) => included.id === id)?.text ?? "";
                return (
                  <li key={id}>
                    {visible(recordText || fullLine)}
                    {/* The file name of a record only repeats its text. */}
                    <small class="muted" title={source}>
                      {recordText === "" ? `${source.split("/").at(-1)} · ${reason}` : reason}
                    </small>
                  </li>
                );
              })}
            </ul>
          </section>
        );
      })}
      <ReceiptTable receipt={receipt} included={account.included} omitted={account.omitted} />
      {text !== "" && (
        <details class="raw">
          <summary>Text given to the agent</summary>
          <pre>{visible(text)}</pre>
        </details>
      )}
    </>
  );
}
