/** What was left out of an answer, grouped by the reason; messages of sessions, which have no names, as their number. */
import type { Account } from "../../../src/verbs/recalling/preview.ts";
import { counted, visible } from "../../components/format.ts";
import { InlineCode } from "../../components/inline-code.tsx";
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
            <span class="muted">{some.length}</span> {reason}
          </summary>
          <Omitted some={some} />
        </details>
      ))}
    </section>
  );
}

function Omitted({ some }: { readonly some: Account["omitted"] }) {
  const named = some.filter(({ id }) => !id.startsWith("ses_"));
  const messages = some.length - named.length;
  return (
    <ul>
      {named.map(({ id, text, why, needTokens }) => (
        <li key={id}>
          {id.startsWith("rec_") ? (
            <a href={hrefOf({ view: "memory", id })}>
              <InlineCode text={text || id} />
            </a>
          ) : (
            <InlineCode text={text || id} />
          )}{" "}
          <span class="muted">
            {why !== undefined && visible(why)}
            {needTokens !== undefined && ` needs ${counted(needTokens, "token")}`}
          </span>
        </li>
      ))}
      {messages > 0 && <li class="muted">{counted(messages, "message")} of sessions</li>}
    </ul>
  );
}
