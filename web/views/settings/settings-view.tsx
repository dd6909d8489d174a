/** Connections, live capture, models, sources, health and configuration. */
import type { Settings } from "../../../src/faces/http/routes/settings.ts";
import { DataTable } from "../../components/data-table.tsx";
import { counted } from "../../components/format.ts";
import { QueryResult } from "../../components/query-result.tsx";
import { TimeAgo } from "../../components/time-ago.tsx";
import { serverStatus } from "../../state/server-status.ts";
import { useQuery } from "../../state/use-query.ts";
import { Configuration } from "./configuration.tsx";
import { Connections } from "./connections.tsx";
import { Models } from "./models.tsx";

export function SettingsView() {
  const query = useQuery<Settings>("settings");
  return (
    <div class="column">
      <header class="view-top">
        <h2>Settings</h2>
        <span class="muted">oldhand {serverStatus.value?.version}</span>
      </header>
      <QueryResult query={query}>
        {(loaded) => (
          <>
            <Connections loaded={loaded} />
            <Models loaded={loaded} />
            <Health checks={loaded.checks} />
            <Sources sources={loaded.sources} />
            <Configuration settings={loaded.settings} unknown={loaded.unknown} />
          </>
        )}
      </QueryResult>
    </div>
  );
}

function Health({ checks }: Pick<Settings, "checks">) {
  const failing = checks.filter(({ ok }) => !ok);
  return (
    <section class="panel" aria-label="Health">
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

function Sources({ sources }: Pick<Settings, "sources">) {
  const used = sources.filter(({ found, taken }) => found > 0 || taken > 0);
  const unused = sources.filter((source) => !used.includes(source));
  return (
    <section class="panel" aria-label="Sources">
      <h3>Sources</h3>
      {used.length > 0 && (
        <DataTable label="Table of sources" heads={["Source", "Found", "Imported", "Last"]}>
          {used.map(({ name, kind, found, taken, lastAt }) => (
            <tr key={`${kind} ${name}`}>
              <th scope="row">{name}</th>
              <td>{amount(found, kind === "shell" ? "file" : "session")}</td>
              <td>{amount(taken, kind === "shell" ? "command" : "session")}</td>
              <td>{lastAt === undefined ? "" : <TimeAgo at={lastAt} />}</td>
            </tr>
          ))}
        </DataTable>
      )}
      {unused.length > 0 && <p class="muted">Not found on this machine: {unused.map(({ name }) => name).join(", ")}</p>}
    </section>
  );
}

function amount(count: number, thing: string): string {
  return count === 0 ? "none" : counted(count, thing);
}
