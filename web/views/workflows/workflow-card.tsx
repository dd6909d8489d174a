/** One workflow: its steps and runs; run, edit or delete it. */
import { useState } from "preact/hooks";
import type { WorkflowView } from "../../../src/verbs/workflow/workflow-verbs.ts";
import { counted, visible } from "../../components/format.ts";
import { SlotFields } from "../../components/slot-fields.tsx";
import { TimeAgo } from "../../components/time-ago.tsx";
import { post } from "../../state/api.ts";
import { attempt, notify } from "../../state/notices.ts";
import { planWorkflow } from "../../state/pending-plan.ts";

type Props = { readonly workflow: WorkflowView; readonly onEdit: () => void };

export function WorkflowCard({ workflow, onEdit }: Props) {
  const { name, steps, slots, success, failure, lastRun, runs, record } = workflow;
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const remove = async (): Promise<void> => {
    const done = await attempt(() => post("workflow/delete", { name }));
    if (done === undefined) return;
    const undo = () => void attempt(() => post("record/undo", { of: record.id }));
    notify(`Deleted ${name}.`, { undo });
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
          "Not run yet."
        ) : (
          <>
            Last run: {lastRun.status}, <TimeAgo at={lastRun.startedAt} />. {success} of{" "}
            {counted(success + failure, "run")} succeeded.
          </>
        )}
      </p>
      {runs.length > 1 && (
        <details>
          <summary>{counted(runs.length, "run")}</summary>
          <ul>
            {runs.map(({ id, status, startedAt }) => (
              <li key={id}>
                {status}, <TimeAgo at={startedAt} />
              </li>
            ))}
          </ul>
        </details>
      )}
      <form
        class="acts"
        onSubmit={(event) => {
          event.preventDefault();
          void planWorkflow(name, values);
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
