/** The person's machines: which are confirmed, what waits, and confirming or revoking one. */
import { useState } from "preact/hooks";
import type { Shared } from "../../../src/faces/http/routes/team.ts";
import { Dialog, DialogFooter } from "../../components/dialog.tsx";
import { counted, visible } from "../../components/format.ts";
import { TimeAgo } from "../../components/time-ago.tsx";
import { post } from "../../state/api.ts";
import { attempt, notify } from "../../state/notices.ts";
import { shortPath } from "../../state/server-status.ts";
import { Fact } from "./space-panel.tsx";

type Machine = Shared["machines"][number];
type Act = "confirm" | "revoke";
type Change = { readonly machine: Machine; readonly act: Act };
type Props = Pick<Shared, "sync" | "machines"> & {
  readonly trouble: string | undefined;
  readonly onChange: () => void;
};

export function Machines({ sync, machines, trouble, onChange }: Props) {
  const [change, setChange] = useState<Change | undefined>(undefined);
  return (
    <section class="panel" aria-label="Your machines">
      <h3>Your machines</h3>
      {sync.problem !== undefined && <p class="warning">The last sync failed: {visible(sync.problem)}</p>}
      {trouble !== undefined && <p class="warning">{visible(trouble)}</p>}
      <dl class="facts">
        <Fact name="Remotes">
          {sync.remotes.length === 0 ? "none" : sync.remotes.map((url) => visible(shortPath(url))).join(", ")}
        </Fact>
        <Fact name="Received">{counted(sync.arrived, "change")}</Fact>
        {sync.waiting > 0 && (
          <Fact name="Waiting">{counted(sync.waiting, "record")} of projects that are not known here</Fact>
        )}
        <Fact name="Last sync">{sync.lastAt === null ? "never" : <TimeAgo at={sync.lastAt} />}</Fact>
      </dl>
      <ul class="programs">
        {machines.map((machine) => (
          <MachineRow key={machine.fingerprint} machine={machine} onChange={setChange} />
        ))}
      </ul>
      {change !== undefined && <ChangeDialog {...change} onClose={() => setChange(undefined)} onChange={onChange} />}
    </section>
  );
}

function MachineRow({ machine, onChange }: { readonly machine: Machine; readonly onChange: (change: Change) => void }) {
  const { name, fingerprint, state, records } = machine;
  const isOther = state !== "this machine";
  return (
    <li>
      <div>
        <strong>{visible(name)}</strong>{" "}
        <span class={state === "unconfirmed" || state === "revoked" ? "state" : "state on"}>{state}</span>
        <p class="muted">
          <code>{fingerprint}</code> {isOther && counted(records, "record")}
        </p>
      </div>
      <span class="grow" />
      {(state === "unconfirmed" || state === "revoked") && (
        <button type="button" class="main" onClick={() => onChange({ machine, act: "confirm" })}>
          Confirm {visible(name)} …
        </button>
      )}
      {isOther && state !== "revoked" && (
        <button type="button" onClick={() => onChange({ machine, act: "revoke" })}>
          Revoke {visible(name)} …
        </button>
      )}
    </li>
  );
}

type DialogProps = Change & { readonly onClose: () => void; readonly onChange: () => void };

function ChangeDialog({ machine: { name, fingerprint }, act, onClose, onChange }: DialogProps) {
  const title = `${act === "confirm" ? "Confirm" : "Revoke"} ${visible(name)}`;
  const apply = async (): Promise<void> => {
    const done = await attempt(() => post(`sync/${act}`, { machine: fingerprint }));
    onClose();
    onChange();
    if (done === undefined) return;
    notify(
      act === "confirm"
        ? `${name} is confirmed. Its records arrive with the next sync.`
        : `${name} is revoked. Sync to tell your other machines.`,
    );
  };
  return (
    <Dialog label={title} kind="centered" onClose={onClose}>
      <h2>{title}</h2>
      <div class="editor">
        <p>
          <code class="fingerprint">{fingerprint}</code>
        </p>
        <p>
          {act === "confirm" ? (
            <>
              Run <code>oldhand sync status</code> on that machine and compare the fingerprints. If they are the same,
              its records count as yours.
            </>
          ) : (
            "What it signs from now on counts as a stranger's. What it sent before stays."
          )}
        </p>
        <DialogFooter
          does={act === "confirm" ? "They are the same: confirm" : "Revoke"}
          onDo={() => void apply()}
          onCancel={onClose}
        />
      </div>
    </Dialog>
  );
}
