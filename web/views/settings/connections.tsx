/** Live capture by shells and the connected agents: connect or disconnect each after looking at the difference. */
import { useState } from "preact/hooks";
import type { Settings } from "../../../src/faces/http/routes/settings.ts";
import type { ConnectAct, ConnectionPreview } from "../../../src/verbs/setup/connections.ts";
import { Dialog, DialogFooter } from "../../components/dialog.tsx";
import { counted, visible } from "../../components/format.ts";
import { QueryResult } from "../../components/query-result.tsx";
import { TimeAgo } from "../../components/time-ago.tsx";
import { post } from "../../state/api.ts";
import { attempt, notify } from "../../state/notices.ts";
import { shortPath } from "../../state/server-status.ts";
import { useQuery } from "../../state/use-query.ts";

type Program = Settings["programs"][number];
type Change = { readonly program: Program; readonly act: ConnectAct };

export function Connections({ loaded: { programs, trouble, live } }: { readonly loaded: Settings }) {
  const [change, setChange] = useState<Change | undefined>(undefined);
  const shells = programs.filter(({ kind }) => kind === "shell");
  const agents = programs.filter(({ kind }) => kind === "agent");
  return (
    <>
      <section class="panel" aria-label="Live capture">
        <h3>Live capture</h3>
        <p>
          {shells.some(({ isInstalled }) => isInstalled) ? (
            live.commands === 0 ? (
              "On. Commands appear in shells that you open from now on."
            ) : (
              <>
                On: {counted(live.commands, "command")} so far, the last <TimeAgo at={live.lastAt} />.
              </>
            )
          ) : live.commands === 0 ? (
            "Off. Connect your shell to record commands as they run."
          ) : (
            <>
              No shell is connected by oldhand; {counted(live.commands, "command")} were recorded, the last{" "}
              <TimeAgo at={live.lastAt} />.
            </>
          )}
        </p>
        <Programs programs={shells} onChange={setChange} />
      </section>
      <section class="panel" aria-label="Agents">
        <h3>Agents</h3>
        {trouble !== undefined && <p class="warning">{trouble}</p>}
        <Programs programs={agents} onChange={setChange} />
      </section>
      {change !== undefined && <ChangeDialog {...change} onClose={() => setChange(undefined)} />}
    </>
  );
}

type ProgramsProps = { readonly programs: readonly Program[]; readonly onChange: (change: Change) => void };

function Programs({ programs, onChange }: ProgramsProps) {
  const here = programs.filter(({ isHere, isInstalled, trouble }) => isHere || isInstalled || trouble !== undefined);
  const missing = programs.filter((program) => !here.includes(program));
  return (
    <>
      <ul class="programs">
        {here.map((program) => (
          <li key={program.name}>
            <div>
              <strong>{program.title}</strong>{" "}
              <span class={program.isInstalled ? "state on" : "state"}>{stateOf(program)}</span>
              <p class="muted">{program.trouble ?? program.gets}</p>
            </div>
            <span class="grow" />
            {program.trouble === undefined && !(program.isInstalled && program.isAsInstalled) && (
              <button
                type="button"
                class="main"
                aria-label={`${program.isInstalled ? "Repair" : "Connect"} ${program.title} …`}
                onClick={() => onChange({ program, act: "connect" })}
              >
                {program.isInstalled ? "Repair" : "Connect"} …
              </button>
            )}
            {program.isInstalled && (
              <button
                type="button"
                aria-label={`Disconnect ${program.title} …`}
                onClick={() => onChange({ program, act: "disconnect" })}
              >
                Disconnect …
              </button>
            )}
          </li>
        ))}
      </ul>
      {missing.length > 0 && (
        <p class="muted">Not found on this machine: {missing.map(({ title }) => title).join(", ")}</p>
      )}
    </>
  );
}

function stateOf({ isInstalled, isAsInstalled, trouble }: Program): string {
  if (trouble !== undefined) return "not possible now";
  if (isInstalled) return isAsInstalled ? "connected" : "connected, settings changed since";
  return "not connected";
}

function ChangeDialog({ program, act, onClose }: Change & { readonly onClose: () => void }) {
  const query = useQuery<ConnectionPreview>("connection", { name: program.name, act });
  const title = `${act === "connect" ? "Connect" : "Disconnect"} ${program.title}`;
  const apply = async ({ name, mark, afterwards }: ConnectionPreview): Promise<void> => {
    const done = await attempt(() => post<{ files: readonly string[] }>("connection/change", { name, act, mark }));
    if (done === undefined) return query.retry();
    onClose();
    const result = act === "connect" ? `${program.title} is connected.` : `${program.title} is disconnected.`;
    notify([result, ...(act === "connect" && afterwards !== undefined ? [afterwards] : [])].join(" "));
  };
  return (
    <Dialog label={title} kind="centered" onClose={onClose}>
      <h2>{title}</h2>
      <QueryResult query={query}>
        {(preview) => (
          <div class="editor">
            <p class="muted">
              {preview.files.length === 0
                ? "Nothing has to change."
                : `These lines change. ${act === "connect" ? "Each existing file is kept as a copy next to it." : "Your files are as before then."}`}
            </p>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area has to be reachable by keyboard */}
            <div class="difference" tabIndex={0} role="region" aria-label="Difference">
              {preview.files.map(({ file, is, removed, added }) => (
                <figure key={file}>
                  <figcaption>
                    <code>{visible(shortPath(file))}</code> <span class="muted">{is}</span>
                  </figcaption>
                  <pre>
                    {removed.map((line, at) => (
                      <del key={at}>- {visible(line)}</del>
                    ))}
                    {added.map((line, at) => (
                      <ins key={at}>+ {visible(line)}</ins>
                    ))}
                  </pre>
                </figure>
              ))}
            </div>
            <DialogFooter
              does={title}
              isReady={preview.files.length > 0}
              onDo={() => void apply(preview)}
              onCancel={onClose}
            />
          </div>
        )}
      </QueryResult>
    </Dialog>
  );
}
