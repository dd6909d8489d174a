/** The selected record: its text, guards, attributes, strength over time and history, with the actions on it. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { describeGuard } from "../../../src/core/guard/describe.ts";
import { TYPES } from "../../../src/core/record/record.ts";
import type { OneRecord } from "../../../src/faces/http/routes/records.ts";
import type { RecordView } from "../../../src/verbs/record/kept/record-view.ts";
import { kindLabel, percent, repeats, visible } from "../../components/format.ts";
import { InlineCode } from "../../components/inline-code.tsx";
import { lazy } from "../../components/lazy.tsx";
import { QueryResult } from "../../components/query-result.tsx";
import { TimeAgo } from "../../components/time-ago.tsx";
import { post } from "../../state/api.ts";
import { goTo, hrefOf } from "../../state/navigation.ts";
import { attempt, notify } from "../../state/notices.ts";
import { projectName, shortPath } from "../../state/server-status.ts";
import { useQuery } from "../../state/use-query.ts";
import { RecordEditor } from "./record-editor.tsx";
import { RecordHistory } from "./record-history.tsx";

const StrengthChart = lazy(async () => (await import("../../charts/strength-chart.tsx")).StrengthChart);

type Props = { readonly id: string; readonly stale: RecordView["stale"] | undefined };

export function RecordDetail({ id, stale }: Props) {
  const query = useQuery<OneRecord>("record", { id });
  return (
    <section class="detail" aria-label="Selected record">
      <QueryResult query={query}>{(loaded) => <Detail loaded={loaded} stale={stale} />}</QueryResult>
    </section>
  );
}

function Detail({ loaded, stale }: { readonly loaded: OneRecord } & Pick<Props, "stale">) {
  const { record, revisions, strength } = loaded;
  const [isEditing, setEditing] = useState(false);
  const place = record.project === undefined ? {} : { in: record.project };
  const undo = () =>
    void attempt(() => post("record/undo", { of: record.id, ...place })).then((done) => done && notify("Undone."));
  return (
    <>
      <header>
        <RecordType record={record} undo={undo} />
        {!repeats(record.key, record.text) && <h3>{visible(record.key)}</h3>}
        <span class="grow" />
        <button type="button" class="quiet" aria-label="Close record" onClick={() => goTo("memory")}>
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
        <>
          <p class="statement">
            <InlineCode text={record.text} />
          </p>
          {record.error !== undefined && <p class="mono muted">{visible(record.error)}</p>}
          {record.quote !== undefined && record.quote !== record.text && (
            <blockquote>“{visible(record.quote)}”</blockquote>
          )}
          {record.steps !== undefined && (
            <ol class="mono">
              {record.steps.map((step, at) => (
                <li key={at}>{visible(step)}</li>
              ))}
            </ol>
          )}
          <Guards record={record} />
          <Actions record={record} undo={undo} onEdit={() => setEditing(true)} />
          <Attributes record={record} stale={stale} />
          {strength !== undefined && <StrengthChart chart={strength} now={record.strength} />}
          <RecordHistory revisions={revisions} />
        </>
      )}
    </>
  );
}

function Guards({ record: { guards = [], guardProblem, accepted } }: { readonly record: RecordView }) {
  if (guardProblem !== undefined)
    return <p class="warning">Its guards cannot be read, so none of them acts: {visible(guardProblem)}.</p>;
  if (guards.length === 0) return null;
  return (
    <ul class="guards" aria-label="Guards">
      {guards.map((guard, at) => (
        <li key={at}>
          <span class="mark guard">guard</span> <InlineCode text={capital(describeGuard(guard))} />
        </li>
      ))}
      {accepted === false && <li class="muted">They act once you have accepted the record.</li>}
    </ul>
  );
}

type RecordProps = { readonly record: RecordView; readonly undo: () => void };

type Change = { readonly verb: string; readonly says: string } & { readonly to?: string };

async function change({ record: { id }, undo }: RecordProps, { verb, says, ...fields }: Change): Promise<void> {
  if ((await attempt(() => post(`record/${verb}`, { id, ...fields }))) === undefined) return;
  if (verb === "delete") goTo("memory");
  notify(says, { undo });
}

/** A habit has no other type. */
function RecordType({ record, undo }: RecordProps) {
  if (record.habit !== undefined) return <span class="kind">{kindLabel(record.habit)}</span>;
  return (
    <select
      aria-label="Type"
      value={record.type}
      onChange={({ currentTarget: { value } }) =>
        void change({ record, undo }, { verb: "reclassify", says: `Type changed to ${value}.`, to: value })
      }
    >
      {TYPES.map((one) => (
        <option key={one}>{one}</option>
      ))}
    </select>
  );
}

function Actions({ record, undo, onEdit }: RecordProps & { readonly onEdit: () => void }) {
  const { status, guards = [] } = record;
  const act = (verb: string, says: string) => void change({ record, undo }, { verb, says });
  return (
    <div class="acts">
      <button type="button" onClick={onEdit}>
        Edit
      </button>
      {guards.length === 0 && (
        <button type="button" onClick={onEdit}>
          Add a guard
        </button>
      )}
      {status === "active" ? (
        <button type="button" onClick={() => act("archive", "Archived.")}>
          Archive
        </button>
      ) : (
        <button type="button" onClick={() => act("restore", "Restored.")}>
          Restore
        </button>
      )}
      <button type="button" class="danger" onClick={() => act("delete", "Deleted. You can undo this for a day.")}>
        Delete
      </button>
    </div>
  );
}

function Attributes({ record, stale }: { record: RecordView } & Pick<Props, "stale">) {
  const { scope, project, projectRoot, status, statusReason, confidence, priority, paths, verify = [], tags } = record;
  return (
    <dl class="facts">
      <Attribute name="Applies">
        {scope === "global" ? "in every project" : (projectName(project) ?? projectRoot)}
      </Attribute>
      {paths.length > 0 && <Attribute name="Paths">{paths.join(", ")}</Attribute>}
      <Attribute name="Priority">{priority}</Attribute>
      {status !== "active" && <Attribute name="Status">{statusReason ?? status}</Attribute>}
      <Attribute name="Trust">{record.accepted === false ? `${record.trust}, not accepted` : record.trust}</Attribute>
      {record.author !== undefined && <Attribute name="Author">{record.author}</Attribute>}
      <Attribute name="Confidence">{percent(confidence)}</Attribute>
      {verify.length > 0 && (
        <Attribute name="Check">
          {stale === undefined ? `passes: ${verify.join(", ")}` : `fails: ${stale.why}`}
        </Attribute>
      )}
      {tags.length > 0 && <Attribute name="Tags">{tags.join(", ")}</Attribute>}
      {record.expires !== undefined && <Attribute name="Expires">{record.expires.slice(0, 10)}</Attribute>}
      <Attribute name="Origin">
        {record.origin}, <Source source={record.source} />
      </Attribute>
      <Attribute name="Changed">
        <TimeAgo at={record.updatedAt} />
      </Attribute>
      <Attribute name="File">
        <code>{shortPath(record.file)}</code>
      </Attribute>
    </dl>
  );
}

/** A session opens; anything else is a name. */
function Source({ source }: { readonly source: string }) {
  const session = /^session (ses_[a-z0-9]+)/.exec(source)?.[1];
  if (session === undefined) return <>{visible(source)}</>;
  return <a href={hrefOf({ view: "sessions", id: session })}>from a session</a>;
}

function Attribute({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function capital(text: string): string {
  return `${text[0]?.toUpperCase() ?? ""}${text.slice(1)}`;
}
