/** Settings with their defaults and where each value comes from; shells and agents; what models used; health. */

import type { SettingView } from "../../src/verbs/maintenance/setting-verbs.ts";
import type { SourceState } from "../../src/verbs/setup/list-sources.ts";
import { AskedView } from "../parts/asked-view.tsx";
import { TableHead } from "../parts/table-head.tsx";
import { When } from "../parts/when.tsx";
import { counted } from "../parts/words.ts";
import { useAsked } from "../state/asked.ts";
import { standing } from "../state/standing.ts";
import { SettingLine } from "./setting-line.tsx";

type Check = { readonly name: string; readonly ok: boolean; readonly detail: string; readonly fix?: string };
type Spent = {
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
type Told = {
  readonly settings: readonly SettingView[];
  readonly unknown: readonly string[];
  readonly sources: readonly SourceState[];
  readonly live: { readonly commands: number; readonly lastAt?: string };
  readonly agents: readonly Program[];
  readonly spending: readonly Spent[];
  readonly checks: readonly Check[];
};

export function SettingsView() {
  const asked = useAsked<Told>("settings");
  return (
    <div class="column">
      <header class="view-top">
        <h2>Settings</h2>
        <span class="muted">oldhand {standing.value?.version}</span>
      </header>
      <AskedView asked={asked}>
        {({ settings, unknown, sources, live, agents, spending, checks }) => (
          <>
            <Health checks={checks} />
            <Sources sources={sources} live={live} />
            <Programs agents={agents} />
            <Spending spending={spending} />
            <section aria-label="Configuration">
              <h3>Configuration</h3>
              {unknown.length > 0 && (
                <p class="warning">config.yml has settings that do not exist: {unknown.join(", ")}.</p>
              )}
              <ul class="settings-list">
                {settings.map((one) => (
                  <SettingLine key={one.key} setting={one} />
                ))}
              </ul>
            </section>
          </>
        )}
      </AskedView>
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
          ? `All ${checks.length} checks are well.`
          : `${failing.length} of ${checks.length} checks fail.`}
      </p>
      {failing.map(({ name, detail, fix }) => (
        <p key={name} class="warning">
          <strong>{name}</strong>: {detail} {fix}
        </p>
      ))}
    </section>
  );
}

function Sources({ sources, live }: Pick<Told, "sources" | "live">) {
  return (
    <section aria-label="What shells and agents told">
      <h3>What shells and agents told</h3>
      <p>
        {live.commands === 0 ? (
          <>
            No shell tells as it happens yet: put <code>eval "$(oldhand init zsh)"</code> into its start-up file.
          </>
        ) : (
          <>
            Live capture: {counted(live.commands, "command")}, the last one <When at={live.lastAt} />.
          </>
        )}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways has to be reached by keys */}
      <div class="scroll" tabIndex={0} role="region" aria-label="Sources">
        <table>
          <TableHead heads={["Name", "What it is", "On this machine", "Taken in", "Last"]} />
          <tbody>
            {sources.map(({ name, kind, found, taken, lastAt }) => (
              <tr key={`${kind} ${name}`}>
                <th scope="row">{name}</th>
                <td>{kind}</td>
                <td>
                  {found === 0 ? "not found" : kind === "shell" ? counted(found, "file") : counted(found, "session")}
                </td>
                <td>
                  {taken === 0 ? "nothing" : kind === "shell" ? counted(taken, "command") : counted(taken, "session")}
                </td>
                <td>{lastAt === undefined ? "" : <When at={lastAt} />}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** What an installation would change is shown by the command line, which also takes it back. */
function Programs({ agents }: Pick<Told, "agents">) {
  return (
    <section aria-label="Programs that use this memory">
      <h3>Programs that use this memory</h3>
      <ul class="programs">
        {agents.map((program) => (
          <li key={program.name}>
            <strong>{program.title}</strong>{" "}
            <span class={program.trouble === undefined ? "muted" : "bad-words"}>{stateOf(program)}</span>
            {program.isHere && !program.isInstalled && <code>oldhand install {program.name}</code>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function stateOf({ isHere, isInstalled, isAsInstalled, trouble }: Program): string {
  if (trouble !== undefined) return trouble;
  if (isInstalled) return isAsInstalled ? "installed" : "installed, and changed since";
  return isHere ? "here, not installed" : "not found on this machine";
}

function Spending({ spending }: Pick<Told, "spending">) {
  return (
    <section aria-label="Model spending">
      <h3>Model spending today</h3>
      {spending.length === 0 ? (
        <p class="muted">No model was called. By default none is.</p>
      ) : (
        <ul>
          {spending.map(({ model, calls, inputTokens, outputTokens }) => (
            <li key={model}>
              {model}: {counted(calls, "call")}, {inputTokens + outputTokens} tokens
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
