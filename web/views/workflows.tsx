/** Workflows: what each does, how it went, and running one after its steps were seen. */
import { useState } from "preact/hooks";
import type { WorkflowView } from "../../src/verbs/records/workflow-verbs.ts";
import { AskedView } from "../parts/asked-view.tsx";
import { Empty } from "../parts/empty.tsx";
import { tell } from "../state/ask.ts";
import { useAsked } from "../state/asked.ts";
import { attempt, say } from "../state/notices.ts";
import { WorkflowCard } from "./workflow-card.tsx";
import { WorkflowEditor } from "./workflow-editor.tsx";

type Saved = { readonly outcome: string; readonly reason?: string };

export function WorkflowsView() {
  const asked = useAsked<{ workflows: readonly WorkflowView[] }>("workflows");
  const [edited, setEdited] = useState<WorkflowView | "new" | undefined>(undefined);
  const save = async (made: { name: string; steps: readonly string[] }): Promise<boolean> => {
    const done = await attempt(() => tell<Saved>("workflows/save", made));
    if (done === undefined) return false;
    if (done.outcome === "refused") say(done.reason ?? "It was refused.", { isBad: true });
    else say(`Saved ${made.name}.`);
    return done.outcome !== "refused";
  };
  return (
    <div class="column">
      <header class="view-top">
        <h2>Workflows</h2>
        <span class="grow" />
        <button type="button" onClick={() => setEdited("new")}>
          New workflow
        </button>
      </header>
      <AskedView asked={asked}>
        {({ workflows }) =>
          workflows.length === 0 ? (
            <Empty title="No workflow is saved yet">
              <p>
                A sequence that you repeat is suggested by itself. Or write one: steps in order, with{" "}
                <code>&lt;slot&gt;</code> where a value differs.
              </p>
            </Empty>
          ) : (
            <div class="cards wide">
              {workflows.map((one) => (
                <WorkflowCard key={one.record.id} workflow={one} onEdit={() => setEdited(one)} />
              ))}
            </div>
          )
        }
      </AskedView>
      {edited !== undefined && (
        <WorkflowEditor
          title={edited === "new" ? "New workflow" : `Edit ${edited.name}`}
          name={edited === "new" ? "" : edited.name}
          steps={edited === "new" ? [""] : edited.steps}
          isNameFixed={edited !== "new"}
          onSave={save}
          onClose={() => setEdited(undefined)}
        />
      )}
    </div>
  );
}
