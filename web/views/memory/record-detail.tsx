/** The selected record: its text, attributes, strength over time and history, with the actions on it. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { Revision } from "../../../src/core/ports.ts";
import { TYPES } from "../../../src/core/record/record.ts";
import type { StrengthOverTime } from "../../../src/verbs/maintenance/insights.ts";
import type { RecordView } from "../../../src/verbs/records/record-view.ts";
import { counted, kindLabel, repeats, visible } from "../../components/format.ts";
import { PercentBar } from "../../components/percent-bar.tsx";
import { QueryResult } from "../../components/query-result.tsx";
import { TimeAgo } from "../../components/time-ago.tsx";
import { post } from "../../state/api.ts";
import { selectedRecord } from "../../state/navigation.ts";
import { attempt, notify } from "../../state/notices.ts";
import { useQuery } from "../../state/use-query.ts";
import { StrengthChart } from "../insights/strength-chart.tsx";
import { RecordEditor } from "./record-editor.tsx";

type Loaded = {
  readonly record: RecordView;
  readonly revisions: readonly Revision[];
  readonly strength: StrengthOverTime;
};
type Props = { readonly id: string; readonly stale: RecordView["stale"] | undefined };

export function RecordDetail({ id, stale }: Props) {
  const query = useQuery<Loaded>("record", { id });
  return (
    <section class="detail" aria-label="Selected record">
      <QueryResult query={query}>
        {({ record, revisions, strength }) => <Detail {...{ record, revisions, strength, stale }} />}
      </QueryResult>
    </section>
  );
}

function Detail({ record, revisions, strength, stale }: Loaded & Pick<Props, "stale">) {
  const [isEditing, setEditing] = useState(false);
  const undo = () =>
    void attempt(() => post("records/undo", { of: record.id })).then((done) => done && notify("Undone."));
  return (
    <>
      <header>
        <span class="kind">{kindLabel(record.habit ?? record.type)}</span>
        {!repeats(record.key, record.text) && <h3>{visible(record.key)}</h3>}
        <span class="grow" />
        <button
          type="button"
          class="quiet"
          aria-label="Close record"
          onClick={() => (selectedRecord.value = undefined)}
        >
          ×
        </button>
      </header>
      {stale !== undefined && (
        <p class="warning" role="note">
          Stale since <TimeAgo at={stale.since} />: {stale.why}. Briefs leave it out.
        </p>
      )}
      {isEditing ? (
        <RecordEditor record={record} onDone={() => setEditing(false)} onUndo={undo} />
      ) : (
        <p class="statement">{visible(record.text)}</p>
      )}
      {record.steps !== undefined && (
        <ol class="mono">
          {record.steps.map((step, at) => (
            <li key={at}>{visible(step)}</li>
          ))}
        </ol>
      )}
      <Actions record={record} undo={undo} {...(!isEditing && { onEdit: () => setEditing(true) })} />
      <Attributes record={record} stale={stale} />
      <StrengthChart chart={strength} now={record.strength} />
      <RecordHistory revisions={revisions} />
    </>
  );
}

type ActionProps = { readonly record: RecordView; readonly undo: () => void; readonly onEdit?: () => void };

function Actions({ record: { id, type, status }, undo, onEdit }: ActionProps) {
  const change = async (verb: string, notice: string, fields: object = {}): Promise<void> => {
    if ((await attempt(() => post(`records/${verb}`, { id, ...fields }))) === undefined) return;
    if (verb === "delete") selectedRecord.value = undefined;
    notify(notice, { undo });
  };
  return (
    <div class="acts">
      {onEdit !== undefined && (
        <button type="button" onClick={onEdit}>
          Edit
        </button>
      )}
      <label class="inline">
        Type{" "}
        <select
          value={type}
          onChange={({ currentTarget: { value } }) =>
            void change("reclassify", `Type changed to ${value}.`, { to: value })
          }
        >
          {TYPES.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      </label>
      {status === "active" ? (
        <button type="button" onClick={() => void change("archive", "Archived.")}>
          Archive
        </button>
      ) : (
        <button type="button" onClick={() => void change("restore", "Restored.")}>
          Restore
        </button>
      )}
      <button
        type="button"
        class="danger"
        onClick={() => void change("delete", "Deleted. You can undo this for a day.")}
      >
        Delete
      </button>
    </div>
  );
}

function Attributes({ record, stale }: { record: RecordView } & Pick<Props, "stale">) {
  return (
    <dl class="facts">
      <Attribute name="Key">{visible(record.key)}</Attribute>
      {record.value !== undefined && <Attribute name="Value">{visible(record.value)}</Attribute>}
      <Attribute name="Scope">{record.scope}</Attribute>
      <Attribute name="Project">{record.projectRoot ?? "all projects"}</Attribute>
      <Attribute name="Status">{record.statusReason ?? record.status}</Attribute>
      <Attribute name="Confidence">
        <PercentBar share={record.confidence} />
      </Attribute>
      <Attribute name="Strength">
        {record.strength.toFixed(2)} (reinforcement ×{record.reinforcement.toFixed(2)})
      </Attribute>
      <Attribute name="Trust">{record.accepted === false ? `${record.trust}, not accepted` : record.trust}</Attribute>
      <Attribute name="Priority">{record.priority}</Attribute>
      <Attribute name="Check">{checkOf(record, stale)}</Attribute>
      <Attribute name="Paths">{record.paths.join(", ") || "all paths"}</Attribute>
      <Attribute name="Origin">{`${record.origin}, source: ${record.source}`}</Attribute>
      <Attribute name="Updated">
        <TimeAgo at={record.updatedAt} />
      </Attribute>
      <Attribute name="File">
        <code>{record.file}</code>
      </Attribute>
    </dl>
  );
}

function Attribute({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function checkOf({ verify = [] }: RecordView, stale: Props["stale"]): string {
  if (verify.length === 0) return "none";
  return stale === undefined ? `passes now: ${verify.join(", ")}` : `fails now: ${stale.why}`;
}

function RecordHistory({ revisions }: { revisions: readonly Revision[] }) {
  return (
    <details class="revisions">
      <summary>History: {counted(revisions.length, "change")}</summary>
      <ol>
        {revisions.toReversed().map(({ seq, why, atMs, before, after, undone }) => (
          <li key={seq}>
            <strong>{why.verb}</strong>
            {undone && " (undone)"}, <TimeAgo at={atMs} />, by {why.by}
            {before !== undefined && after !== undefined && before.text !== after.text && (
              <p class="muted">Before: {visible(before.text)}</p>
            )}
          </li>
        ))}
      </ol>
    </details>
  );
}
