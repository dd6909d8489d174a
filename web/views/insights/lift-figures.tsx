/** What memory changes: sessions with and without it, what became of records, and a replay of the past. */
import type { NeedKind } from "../../../src/lift/replay.ts";
import type { Lift } from "../../../src/verbs/lift/lift.ts";
import { ChartFigure } from "../../charts/chart-figure.tsx";
import { IntervalChart } from "../../charts/interval-chart.tsx";
import { DataTable } from "../../components/data-table.tsx";
import { counted, percent, visible } from "../../components/format.ts";
import { hrefOf } from "../../state/navigation.ts";
import { useQuery } from "../../state/use-query.ts";

export function LiftFigures() {
  const { data } = useQuery<Lift>("lift");
  if (data === undefined) return null;
  return (
    <>
      <Comparison lift={data} />
      <RecordsJudged lift={data} />
      <ReplayedPast lift={data} />
    </>
  );
}

const OUTCOME_HEADS = ["Each session", "With", "Without", "Difference, 95 %", ""];

function Comparison({ lift: { withMemory, without, holdOut, outcomes } }: { readonly lift: Lift }) {
  const isEmpty = withMemory + without === 0;
  const off =
    holdOut > 1
      ? `One session in ${holdOut} goes without from now on.`
      : "Set lift.holdOut to 4 to let one session in 4 go without.";
  return (
    <ChartFigure
      title="With and without memory"
      summary={
        isEmpty
          ? `No session ran without memory yet, so there is nothing to compare. ${off}`
          : `${counted(withMemory, "session")} with memory, ${without} without.`
      }
      heads={OUTCOME_HEADS}
      rows={isEmpty ? [] : outcomes.map(({ name, more }) => [name, more])}
    >
      <DataTable label="Sessions with and without memory" heads={OUTCOME_HEADS} kind="lift">
        {outcomes.map(({ name, says, withMemory: a, without: b, difference, low, high, enough, more }) => (
          <tr key={name}>
            <th scope="row">{says}</th>
            <td class="number">{a.mean ?? "none"}</td>
            <td class="number">{b.mean ?? "none"}</td>
            <td>
              {difference === null || low === null || high === null ? (
                <span class="muted">not known</span>
              ) : (
                <>
                  <IntervalChart at={difference} low={low} high={high} label={`${difference}, ${low} to ${high}`} />
                  <span class="number">
                    {difference} ({low} to {high})
                  </span>
                </>
              )}
            </td>
            <td>{enough ? verdictOf(low, high) : `${counted(more, "more session")} needed`}</td>
          </tr>
        ))}
      </DataTable>
    </ChartFigure>
  );
}

function verdictOf(low: number | null, high: number | null): string {
  if (low === null || high === null || (low <= 0 && high >= 0)) return "No difference shown";
  return high < 0 ? "Fewer with memory" : "More with memory";
}

const RECORD_HEADS = ["Record", "Given", "Followed", "Ignored", "Contradicted", "Unknown"];
const MOST_RECORDS = 12;

function RecordsJudged({ lift: { records } }: { readonly lift: Lift }) {
  return (
    <ChartFigure
      title="What agents followed"
      summary={
        records.length === 0
          ? "No agent was given a record yet."
          : `${counted(records.length, "record")} given. Only records with a guard or a named command can be judged.`
      }
      heads={RECORD_HEADS}
      rows={records.map(({ id, given }) => [id, given])}
    >
      <DataTable label="Records that sessions were given" heads={RECORD_HEADS} kind="lift">
        {records
          .slice(0, MOST_RECORDS)
          .map(({ id, text, given, followed, ignored, contradicted, unknown, moments }) => (
            <tr
              key={id}
              title={moments.map(({ verdict, by, at }) => `${at.slice(0, 16)} ${verdict}: ${by}`).join("\n")}
            >
              <th scope="row">
                {text === "" ? (
                  <span class="muted">a known fix</span>
                ) : (
                  <a href={hrefOf({ view: "memory", id })}>{visible(text)}</a>
                )}
              </th>
              {[given, followed, ignored, contradicted, unknown].map((count, at) => (
                <td class="number" key={RECORD_HEADS[at + 1]}>
                  {count}
                </td>
              ))}
            </tr>
          ))}
      </DataTable>
    </ChartFigure>
  );
}

const NEED_HEADS = ["What the session needed", "Times", "Known", "Given in time"];
const NEEDS: Readonly<Record<NeedKind, string>> = {
  "instruction said again": "an instruction that you repeated",
  "error again": "the fix of an error that came back",
  "guard broken": "a rule that the agent broke",
};

function ReplayedPast({ lift: { replay } }: { readonly lift: Lift }) {
  const { sessions, prompts, failures, lines, needed, needs } = replay;
  return (
    <ChartFigure
      title="Past sessions, replayed"
      summary={
        sessions === 0
          ? "No past session to replay."
          : `Had memory been there in these ${counted(sessions, "session")}, with ${counted(prompts, "prompt")} and ${counted(failures, "failure")}, it would have given ${counted(lines, "line")}, of which ${needed} were needed later. A replay proves no effect.`
      }
      heads={NEED_HEADS}
      rows={sessions === 0 ? [] : needs.map(({ kind, total }) => [kind, total])}
    >
      <DataTable label="What past sessions needed" heads={NEED_HEADS} kind="lift">
        {needs.map(({ kind, total, known, met }) => (
          <tr key={kind}>
            <th scope="row">{NEEDS[kind]}</th>
            <td class="number">{total}</td>
            <td class="number">{known}</td>
            <td class="number">
              {met}
              {total > 0 && ` (${percent(met / total)})`}
            </td>
          </tr>
        ))}
      </DataTable>
    </ChartFigure>
  );
}
