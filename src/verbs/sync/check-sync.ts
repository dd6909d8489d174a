/** Checks of `doctor` for syncing with the person's other machines. */

import { DAY_MS } from "../../core/base/clock.ts";
import { count, listOf } from "../../core/text/wording.ts";
import type { Check } from "../../store/examine-store.ts";
import type { CallContext } from "../call/call-context.ts";
import { knownMachines } from "./machine-keys.ts";
import { remotesNow } from "./remotes.ts";

const LONGEST_DAYS = 7;

export async function syncChecks(call: CallContext): Promise<readonly Check[]> {
  const { remotes, lastAt, problem, alarms = [] } = remotesNow(call);
  if (remotes.length === 0) return [];
  const isLate = lastAt === null || call.clock() - Date.parse(lastAt) > LONGEST_DAYS * DAY_MS;
  const unconfirmed = (await knownMachines(call)).filter(({ state }) => state === "unconfirmed");
  const reached: Check =
    problem === undefined && !isLate
      ? { name: "sync", ok: true, detail: `${count(remotes.length, "remote")}, last sync ${lastAt}` }
      : { name: "sync", ok: false, detail: problem ?? `no sync for ${LONGEST_DAYS} days`, fix: "Run `oldhand sync`." };
  const alarm = alarms.map(
    (detail): Check => ({
      ...{ name: "sync alarm", ok: false, detail },
      fix: "Find out who can write to the remote, then run `oldhand sync`.",
    }),
  );
  if (unconfirmed.length === 0) return [reached, ...alarm];
  const names = listOf(unconfirmed.map(({ name, fingerprint }) => `${name} (${fingerprint})`));
  const detail = `not confirmed, so their records count as a stranger's: ${names}`;
  const fix =
    "Compare the fingerprints, then run `oldhand sync confirm` for yours or `oldhand sync revoke` for others.";
  return [reached, ...alarm, { name: "machines", ok: false, detail, fix }];
}
