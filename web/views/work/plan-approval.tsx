/** A plan to approve: the command, its risk and the reasons, the context used; run, edit, reject or save it. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { Plan, Review, Risk } from "../../../src/core/plan/plan.ts";
import { visible } from "../../components/format.ts";
import { InlineCode } from "../../components/inline-code.tsx";
import { PercentBar } from "../../components/percent-bar.tsx";
import { useAutoHeight } from "../../components/use-auto-height.ts";
import { notify } from "../../state/notices.ts";
import { approveAndRun, closePlan, editPlan, type PendingPlan, rejectPlan } from "../../state/pending-plan.ts";
import { saveWorkflow, WorkflowEditor } from "../workflows/workflow-editor.tsx";

const RISKS: readonly Risk[] = ["low", "medium", "high"];

export function PlanApproval({ pending, plan }: { pending: PendingPlan; plan: Plan }) {
  const { review, request, visible: withVisibleChars } = pending;
  const { command, risk, source, confidence } = plan;
  const [written, setWritten] = useState(command);
  const [isConfirmed, setConfirmed] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const box = useRef<HTMLElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  useAutoHeight(field, written);
  useEffect(() => {
    // Not the Run button: a second Enter in the composer must not run anything.
    if (!box.current!.contains(document.activeElement)) box.current!.focus();
  }, []);

  /** Reviews an edit first; if that raises the risk, the person sees the new plan before it runs. */
  const run = async (): Promise<void> => {
    if (isBusy || (risk === "high" && !isConfirmed)) return;
    setBusy(true);
    const reviewed = written === command ? pending : await editPlan(written);
    const isRiskier = RISKS.indexOf(reviewed?.plan?.risk ?? "high") > RISKS.indexOf(risk);
    if (reviewed !== undefined && isRiskier) notify("Your edit raises the risk. Review it, then run it again.");
    else if (reviewed !== undefined) await approveAndRun(reviewed, { isConfirmed });
    setBusy(false);
  };
  return (
    <section
      ref={box}
      class={`plan ${risk}`}
      aria-label="Plan"
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void run();
        else if (event.key === "Escape") closePlan();
        else return;
        event.preventDefault();
      }}
    >
      <header>
        <h3>{pending.intent === "command" ? "Your command" : visible(request)}</h3>
        <span class={`risk ${risk}`}>{risk} risk</span>
        <span class="grow" />
        {pending.intent === "request" && (
          <>
            <span class="muted">source: {source}</span>
            <PercentBar share={confidence} of="confidence" />
          </>
        )}
      </header>
      <textarea
        ref={field}
        class="mono"
        rows={1}
        spellcheck={false}
        aria-label="Command (editable)"
        value={written}
        onInput={({ currentTarget }) => setWritten(currentTarget.value)}
      />
      {written !== command && <p class="muted">Edited. The edit is reviewed before it runs.</p>}
      {withVisibleChars !== undefined && withVisibleChars !== command && (
        <p class="warning">
          Contains invisible characters: <code>{visible(withVisibleChars)}</code>
        </p>
      )}
      {pending.fellBack !== undefined && <p class="muted">{pending.fellBack}</p>}
      <ReviewDetails plan={plan} review={review} />
      <div class="decide">
        {risk === "high" && (
          <label class="check confirm">
            <input
              type="checkbox"
              checked={isConfirmed}
              onChange={({ currentTarget }) => setConfirmed(currentTarget.checked)}
            />
            I have read this command and want to run it
          </label>
        )}
        <div class="acts">
          <button
            type="button"
            class="main"
            disabled={isBusy || (risk === "high" && !isConfirmed)}
            onClick={() => void run()}
          >
            Run <kbd>Ctrl+Enter</kbd>
          </button>
          <button type="button" onClick={() => field.current!.select()}>
            Edit
          </button>
          <button type="button" onClick={() => void rejectPlan()}>
            Reject
          </button>
          <button type="button" onClick={() => setSaving(true)}>
            Save as workflow
          </button>
        </div>
      </div>
      <footer>
        <span class="muted">Context used:</span>
        <ul>
          {review.retrievedContext.map((item) => (
            <li key={item}>
              <code>{visible(item)}</code>
            </li>
          ))}
        </ul>
      </footer>
      {isSaving && (
        <WorkflowEditor
          title="Save as workflow"
          name=""
          steps={written.split(" && ")}
          onSave={saveWorkflow}
          onClose={() => setSaving(false)}
        />
      )}
    </section>
  );
}

function ReviewDetails({
  plan: { explanation, assumptions, touches },
  review: { flags, conflicts, related },
}: {
  plan: Plan;
  review: Review;
}) {
  return (
    <div class="review">
      {explanation !== "" && (
        <p>
          <InlineCode text={explanation} />
        </p>
      )}
      {conflicts.map(({ record, text, why, action, remedy }) => (
        <p key={record} class={action === "deny" ? "warning forbids" : "warning"}>
          {action === "deny" ? "Denied by a record" : "Conflicts with a record"}: “<InlineCode text={text} />” (
          <InlineCode text={why} />)
          {remedy !== undefined && (
            <>
              {" "}
              Run <code>{visible(remedy)}</code> instead.
            </>
          )}
        </p>
      ))}
      {flags.length > 0 && (
        <ul class="flags" aria-label="Reasons for the risk">
          {flags.map(({ rule, risk, says }) => (
            <li key={`${rule} ${says}`}>
              <span class={`risk ${risk}`}>{risk}</span> <InlineCode text={says} />
            </li>
          ))}
        </ul>
      )}
      {assumptions.length > 0 && (
        <ul class="assumptions" aria-label="Assumptions">
          {assumptions.map((assumption) => (
            <li key={assumption}>
              Assumes: <InlineCode text={assumption} />
            </li>
          ))}
        </ul>
      )}
      {touches.length > 0 && <p class="muted">Touches: {touches.join(", ")}</p>}
      {related.map(({ record, text }) => (
        <p key={record} class="muted">
          Related: <InlineCode text={text} />
        </p>
      ))}
    </div>
  );
}
