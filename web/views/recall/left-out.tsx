/** What was left out of an answer, grouped by the reason. */
import type { Account } from "../../../src/verbs/recalling/preview.ts";
import { counted, visible } from "../../components/format.ts";
import { hrefOf } from "../../state/navigation.ts";

export function LeftOut({ omitted }: Pick<Account, "omitted">) {
  const groups = [...Map.groupBy(omitted, ({ reason }) => reason)];
  return (
    <section class="left-out" aria-label="Left out">
      <h3>Left out</h3>
      {groups.length === 0 && <p class="muted">Nothing.</p>}
      {groups.map(([reason, some]) => (
        <details key={reason} open={groups.length === 1}>
          <summary>
            {reason} <span class="muted">{some.length}</span>
          </summary>
          <ul>
            {some.map(({ id, text, why, needTokens }) => (
              <li key={id}>
                {id.startsWith("rec_") ? (
                  <a href={hrefOf({ view: "memory", id })}>{visible(text) || id}</a>
                ) : id.startsWith("ses_") ? (
                  <a href={hrefOf({ view: "sessions", id: id.split(".")[0]! })}>A message of a session</a>
                ) : (
                  visible(text) || id
                )}{" "}
                <span class="muted">
                  {why !== undefined && visible(why)}
                  {needTokens !== undefined && ` needs ${counted(needTokens, "token")}`}
                </span>
              </li>
            ))}
          </ul>
        </details>
      ))}
    </section>
  );
}
