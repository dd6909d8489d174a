/** All workflows, and the editor for a new or existing one. */
import { useState } from "preact/hooks";
import type { WorkflowView } from "../../../src/verbs/records/workflow-verbs.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { QueryResult } from "../../components/query-result.tsx";
import { useQuery } from "../../state/use-query.ts";
import { WorkflowCard } from "./workflow-card.tsx";
import { saveWorkflow, WorkflowEditor } from "./workflow-editor.tsx";

export function WorkflowsView() {
  const query = useQuery<{ workflows: readonly WorkflowView[] }>("workflows");
  const [editing, setEditing] = useState<WorkflowView | "new" | undefined>(undefined);
  return (
    <div class="column">
      <header class="view-top">
        <h2>Workflows</h2>
        <span class="grow" />
        <button type="button" onClick={() => setEditing("new")}>
          New workflow
        </button>
      </header>
      <QueryResult query={query}>
        {({ workflows }) =>
          workflows.length === 0 ? (
            <EmptyState title="No workflows yet">
              <p>
                Sequences that you repeat are suggested. Or create one: list its steps, with <code>&lt;slot&gt;</code>{" "}
                for each value that differs between runs.
              </p>
            </EmptyState>
          ) : (
            <div class="cards wide">
              {workflows.map((one) => (
                <WorkflowCard key={one.record.id} workflow={one} onEdit={() => setEditing(one)} />
              ))}
            </div>
          )
        }
      </QueryResult>
      {editing !== undefined && (
        <WorkflowEditor
          title={editing === "new" ? "New workflow" : `Edit ${editing.name}`}
          name={editing === "new" ? "" : editing.name}
          steps={editing === "new" ? [""] : editing.steps}
          isNameFixed={editing !== "new"}
          onSave={saveWorkflow}
          onClose={() => setEditing(undefined)}
        />
      )}
    </div>
  );
}
