/** Which records agents were given, and what they did next. */
import type { Effect } from "../../../src/verbs/effect/effect.ts";
import { ChartFigure } from "../../charts/chart-figure.tsx";
import { DataTable } from "../../components/data-table.tsx";
import { counted, visible } from "../../components/format.ts";
import { hrefOf } from "../../state/navigation.ts";
import { useQuery } from "../../state/use-query.ts";

const HEADS = ["Record", "Given", "Followed", "Ignored", "Contradicted", "Unknown"];
const MOST_RECORDS = 12;

export function EffectTable() {
  const { data } = useQuery<Effect>("status/effect");
  if (data === undefined) return null;
  const { records, given, stopped, tokens } = data;
  return (
    <ChartFigure
      title="What agents did with it"
      summary={
        records.length === 0
          ? "No agent was given a record yet."
          : `${counted(records.length, "record")} given to sessions ${counted(given, "time")}, ${counted(tokens, "token")} in briefs; guards stopped ${stopped}. Only records with a guard or a named command can be judged.`
      }
      heads={HEADS}
      rows={records.map(({ id, given: times }) => [id, times])}
    >
      <DataTable label="Records that sessions were given" heads={HEADS} kind="effect">
        {records.slice(0, MOST_RECORDS).map(({ id, text, given: times, followed, ignored, contradicted, unknown }) => (
          <tr key={id}>
            <th scope="row">
              {text === "" ? (
                <span class="muted">a known fix</span>
              ) : (
                <a href={hrefOf({ view: "memory", id })}>{visible(text)}</a>
              )}
            </th>
            {[times, followed, ignored, contradicted, unknown].map((count, at) => (
              <td class="number" key={HEADS[at + 1]}>
                {count}
              </td>
            ))}
          </tr>
        ))}
      </DataTable>
    </ChartFigure>
  );
}
