/** One workflow: its steps, its runs, and what can be done with it. */

import { useState } from "preact/hooks";
import type { WorkflowView } from "../../src/verbs/records/workflow-verbs.ts";
import { SlotFields } from "../parts/slot-fields.tsx";
import { When } from "../parts/when.tsx";
import { counted, visible } from "../parts/words.ts";
import { tell } from "../state/ask.ts";
import { attempt, say } from "../state/notices.ts";
import { submitWorkflow } from "../state/plan.ts";

type Props = { readonly workflow: WorkflowView; readonly onEdit: () => void };

export function WorkflowCard({ workflow, onEdit }: Props) {
  const { name, steps, slots, success, failure, lastRun, runs, record } = workflow;
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const remove = async (): Promise<void> => {
    const done = await attempt(() => tell("workflows/delete", { name }));
    if (done === undefined) return;
    const undo = () => void attempt(() => tell("records/undo", { of: record.id }));
    say(`Deleted ${name}.`, { undo });
  };
  return (
    <article class="card" aria-label={name}>
      <header>
        <h3>{visible(name)}</h3>
        <span class="muted">{record.scope}</span>
      </header>
      <ol class="mono">
        {steps.map((step, at) => (
          <li key={at}>{visible(step)}</li>
        ))}
      </ol>
      <p class="muted">
        {lastRun === null ? (
          "Never run."
        ) : (
          <>
            Last run {lastRun.status}, <When at={lastRun.startedAt} />. {success} of {counted(success + failure, "run")}{" "}
            went well.
          </>
        )}
      </p>
      {runs.length > 1 && (
        <details>
          <summary>{counted(runs.length, "run")}</summary>
          <ul>
            {runs.map(({ id, status, startedAt }) => (
              <li key={id}>
                {status}, <When at={startedAt} />
              </li>
            ))}
          </ul>
        </details>
      )}
      <form
        class="acts"
        onSubmit={(event) => {
          event.preventDefault();
          void submitWorkflow(name, values);
        }}
      >
        <SlotFields slots={slots} values={values} onValues={setValues} />
        <button type="submit" class="main">
          Run …
        </button>
        <button type="button" onClick={onEdit}>
          Edit
        </button>
        <button type="button" class="danger" onClick={() => void remove()}>
          Delete
        </button>
      </form>
    </article>
  );
}
