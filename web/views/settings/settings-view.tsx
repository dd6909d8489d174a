/** Health checks, sources, integrations, model usage and configuration. */
import type { SettingView } from "../../../src/verbs/maintenance/setting-verbs.ts";
import type { SourceState } from "../../../src/verbs/setup/survey-machine.ts";
import { counted } from "../../components/format.ts";
import { QueryResult } from "../../components/query-result.tsx";
import { TableHead } from "../../components/table-head.tsx";
import { TimeAgo } from "../../components/time-ago.tsx";
import { serverStatus } from "../../state/server-status.ts";
import { useQuery } from "../../state/use-query.ts";
import { SettingForm } from "./setting-form.tsx";

type Check = { readonly name: string; readonly ok: boolean; readonly detail: string; readonly fix?: string };
type ModelUsage = {
  readonly day: string;
  readonly model: string;
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
};
type Program = {
  readonly name: string;
  readonly title: string;
  readonly isHere: boolean;
  readonly isInstalled: boolean;
  readonly isAsInstalled: boolean;
  readonly trouble?: string;
};
type Loaded = {
  readonly settings: readonly SettingView[];
  readonly unknown: readonly string[];
  readonly sources: readonly SourceState[];
  readonly live: { readonly commands: number; readonly lastAt?: string };
  readonly agents: readonly Program[];
  readonly spending: readonly ModelUsage[];
  readonly checks: readonly Check[];
};

export function SettingsView() {
  const query = useQuery<Loaded>("settings");
  return (
    <div class="column">
      <header class="view-top">
        <h2>Settings</h2>
        <span class="muted">oldhand {serverStatus.value?.version}</span>
      </header>
      <QueryResult query={query}>
        {({ settings, unknown, sources, live, agents, spending, checks }) => (
          <>
            <Health checks={checks} />
            <Sources sources={sources} live={live} />
            <Integrations agents={agents} />
            <Usage spending={spending} />
            <section aria-label="Configuration">
              <h3>Configuration</h3>
              {unknown.length > 0 && <p class="warning">config.yml has unknown settings: {unknown.join(", ")}.</p>}
              <ul class="settings-list">
                {settings.map((one) => (
                  <SettingForm key={one.key} setting={one} />
                ))}
              </ul>
            </section>
          </>
        )}
      </QueryResult>
    </div>
  );
}

function Health({ checks }: { checks: readonly Check[] }) {
  const failing = checks.filter(({ ok }) => !ok);
  return (
    <section aria-label="Health">
      <h3>Health</h3>
      <p>
        {failing.length === 0
          ? `All ${checks.length} checks passed.`
          : `${failing.length} of ${checks.length} checks failed.`}
      </p>
      {failing.map(({ name, detail, fix }) => (
        <p key={name} class="warning">
          <strong>{name}</strong>: {detail} {fix}
        </p>
      ))}
    </section>
  );
}

function Sources({ sources, live }: Pick<Loaded, "sources" | "live">) {
  const used = sources.filter(({ found, taken }) => found > 0 || taken > 0);
  const unused = sources.filter((source) => !used.includes(source));
  return (
    <section aria-label="Sources">
      <h3>Sources</h3>
      <p>
        {live.commands === 0 ? (
          <>
            Live capture is off. To turn it on, add <code>eval "$(oldhand init zsh)"</code> to your shell's startup
            file.
          </>
        ) : (
          <>
            Live capture is on: {counted(live.commands, "command")}, last <TimeAgo at={live.lastAt} />.
          </>
        )}
      </p>
      {used.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area has to be reachable by keyboard
        <div class="scroll" tabIndex={0} role="region" aria-label="Table of sources">
          <table>
            <TableHead heads={["Source", "Kind", "Found", "Imported", "Last"]} />
            <tbody>
              {used.map(({ name, kind, found, taken, lastAt }) => (
                <tr key={`${kind} ${name}`}>
                  <th scope="row">{name}</th>
                  <td>{kind}</td>
                  <td>
                    {found === 0 ? "none" : kind === "shell" ? counted(found, "file") : counted(found, "session")}
                  </td>
                  <td>
                    {taken === 0 ? "none" : kind === "shell" ? counted(taken, "command") : counted(taken, "session")}
                  </td>
                  <td>{lastAt === undefined ? "" : <TimeAgo at={lastAt} />}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <NotFound names={unused.map(({ name }) => name)} />
    </section>
  );
}

/** Installing is left to the command line, which shows the changes first and can restore them. */
function Integrations({ agents }: Pick<Loaded, "agents">) {
  const here = agents.filter(({ isHere, isInstalled, trouble }) => isHere || isInstalled || trouble !== undefined);
  const missing = agents.filter((program) => !here.includes(program));
  return (
    <section aria-label="Integrations">
      <h3>Integrations</h3>
      <ul class="programs">
        {here.map((program) => (
          <li key={program.name}>
            <strong>{program.title}</strong>{" "}
            <span class={program.trouble === undefined ? "muted" : "error-text"}>{stateOf(program)}</span>
            {program.isHere && !program.isInstalled && program.trouble === undefined && (
              <code>oldhand install {program.name}</code>
            )}
          </li>
        ))}
      </ul>
      <NotFound names={missing.map(({ title }) => title)} />
    </section>
  );
}

function NotFound({ names }: { readonly names: readonly string[] }) {
  return names.length === 0 ? null : <p class="muted">Not found on this machine: {names.join(", ")}</p>;
}

function stateOf({ isInstalled, isAsInstalled, trouble }: Program): string {
  if (trouble !== undefined) return trouble;
  if (isInstalled) return isAsInstalled ? "connected" : "connected, settings changed since";
  return "not connected:";
}

function Usage({ spending }: Pick<Loaded, "spending">) {
  return (
    <section aria-label="Model usage today">
      <h3>Model usage today</h3>
      {spending.length === 0 ? (
        <p class="muted">No model calls. Models are off by default.</p>
      ) : (
        <ul>
          {spending.map(({ model, calls, inputTokens, outputTokens }) => (
            <li key={model}>
              {model}: {counted(calls, "call")}, {counted(inputTokens + outputTokens, "token")}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
