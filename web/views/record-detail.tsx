/** One record whole: all it says about itself, how strong it is over time, what was done to it, and what can be done. */
import { useState } from "preact/hooks";
import type { Revision } from "../../src/core/ports.ts";
import { TYPES } from "../../src/core/record/record.ts";
import type { StrengthPicture as Points } from "../../src/verbs/maintenance/insights.ts";
import type { RecordView } from "../../src/verbs/records/record-view.ts";
import { AskedView } from "../parts/asked-view.tsx";
import { Meter } from "../parts/meter.tsx";
import { When } from "../parts/when.tsx";
import { called, visible } from "../parts/words.ts";
import { StrengthPicture } from "../pictures/strength.tsx";
import { tell } from "../state/ask.ts";
import { useAsked } from "../state/asked.ts";
import { attempt, say } from "../state/notices.ts";
import { shownRecord } from "./memory-drawer.tsx";
import { RecordEditor } from "./record-editor.tsx";
import { RecordHistory } from "./record-history.tsx";

type Whole = { readonly record: RecordView; readonly revisions: readonly Revision[]; readonly strength: Points };
type Props = { readonly id: string; readonly stale: RecordView["stale"] | undefined };

export function RecordDetail({ id, stale }: Props) {
  const asked = useAsked<Whole>("record", { id });
  return (
    <section class="detail" aria-label="The chosen record">
      <AskedView asked={asked}>
        {({ record, revisions, strength }) => <Detail {...{ record, revisions, strength, stale }} />}
      </AskedView>
    </section>
  );
}

function Detail({ record, revisions, strength, stale }: Whole & Pick<Props, "stale">) {
  const [isEditing, setEditing] = useState(false);
  const { id, type, scope, status } = record;
  const undo = () => void attempt(() => tell("records/undo", { of: id })).then((done) => done && say("Taken back."));
  const change = async (verb: string, said: string, fields: object = {}): Promise<void> => {
    if ((await attempt(() => tell(`records/${verb}`, { id, ...fields }))) === undefined) return;
    if (verb === "delete") shownRecord.value = undefined;
    say(said, { undo });
  };
  return (
    <>
      <header>
        <span class="kind">{called(record.habit ?? type)}</span>
        <h3>{visible(record.key)}</h3>
        <span class="grow" />
        <button
          type="button"
          class="quiet"
          aria-label="Close this record"
          onClick={() => (shownRecord.value = undefined)}
        >
          ×
        </button>
      </header>
      {stale !== undefined && (
        <p class="warning" role="note">
          No longer true since <When at={stale.since} />: {stale.why}. It is kept out of briefs.
        </p>
      )}
      {isEditing ? (
        <RecordEditor record={record} onDone={() => setEditing(false)} onUndo={undo} />
      ) : (
        <p class="statement">{visible(record.text)}</p>
      )}
      {record.steps !== undefined && (
        <ol class="mono">
          {record.steps.map((step) => (
            <li key={step}>{visible(step)}</li>
          ))}
        </ol>
      )}
      <div class="acts">
        {!isEditing && (
          <button type="button" onClick={() => setEditing(true)}>
            Edit
          </button>
        )}
        <label class="inline">
          Type{" "}
          <select
            value={type}
            onChange={({ currentTarget: { value } }) => void change("reclassify", `Now a ${value}.`, { to: value })}
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
          onClick={() => void change("delete", "Deleted. For a day it can be taken back.")}
        >
          Delete
        </button>
      </div>
      <dl class="facts">
        <Fact name="Value">{record.value === undefined ? "none" : visible(record.value)}</Fact>
        <Fact name="Scope">{scope}</Fact>
        <Fact name="Project">{record.projectRoot ?? "every one"}</Fact>
        <Fact name="Status">{record.statusReason ?? status}</Fact>
        <Fact name="Confidence">
          <Meter label="" share={record.confidence} />
        </Fact>
        <Fact name="Strength">
          {record.strength.toFixed(2)}, reinforced {record.reinforcement}×
        </Fact>
        <Fact name="Trust">{record.accepted === false ? `${record.trust}, not accepted` : record.trust}</Fact>
        <Fact name="Priority">{record.priority}</Fact>
        <Fact name="Last verified">{verified(record, stale)}</Fact>
        <Fact name="Paths">{record.paths.join(", ") || "everywhere"}</Fact>
        <Fact name="Came">{`${record.origin}, from ${record.source}`}</Fact>
        <Fact name="Updated">
          <When at={record.updatedAt} />
        </Fact>
        <Fact name="File">
          <code>{record.file}</code>
        </Fact>
      </dl>
      <StrengthPicture picture={strength} now={record.strength} />
      <RecordHistory revisions={revisions} />
    </>
  );
}

function Fact({ name, children }: { name: string; children: preact.ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function verified({ verify = [] }: RecordView, stale: Props["stale"]): string {
  if (verify.length === 0) return "it names nothing that can be checked";
  return stale === undefined ? `just now: ${verify.join(", ")} holds` : `just now, and it fails: ${stale.why}`;
}
