/** All workflows, and the editor for a new or existing one. */
import { useState } from "preact/hooks";
import type { WorkflowView } from "../../../src/verbs/workflow/workflow-verbs.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { counted } from "../../components/format.ts";
import { QueryResult } from "../../components/query-result.tsx";
import { hrefOf } from "../../state/navigation.ts";
import { suggestionSummary } from "../../state/suggestion-summary.ts";
import { useQuery } from "../../state/use-query.ts";
import { groupOf } from "../suggestions/groups.ts";
import { WorkflowCard } from "./workflow-card.tsx";
import { saveWorkflow, WorkflowEditor } from "./workflow-editor.tsx";

export function WorkflowsView() {
  const query = useQuery<{ workflows: readonly WorkflowView[] }>("workflow/list");
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
              <Suggested />
              <p>
                Or create one: list its steps, with <code>&lt;slot&gt;</code> for each value that differs between runs.
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

function Suggested() {
  const routines = (suggestionSummary.value?.pending ?? []).filter((one) => groupOf(one).id === "routines").length;
  if (routines === 0) return <p>Sequences that you repeat are suggested as workflows.</p>;
  return (
    <p>
      {counted(routines, "routine")} that you repeat could become one:{" "}
      <a href={hrefOf({ view: "suggestions" })}>look at the suggestions</a>.
    </p>
  );
}
