/** Checks of `doctor` for spaces: whether the server answers, and what waits. */

import { count, listOf } from "../../../core/text/wording.ts";
import type { Check } from "../../../store/examine-store.ts";
import { damagedSpaces, readSpaces, type Space } from "../../../store/replicate/team/space-files.ts";
import type { CallContext } from "../../call/call-context.ts";
import { clientOf } from "./ask-server.ts";
import { spaceView } from "./space-view.ts";

const LIMIT_MS = 4000;

export async function spaceChecks(call: CallContext): Promise<readonly Check[]> {
  const damaged = damagedSpaces(call.home).map(
    (file): Check => ({
      name: "team",
      ok: false,
      detail: `${file} cannot be read`,
      fix: "Restore it from a backup, or delete its folder and join again.",
    }),
  );
  return [...damaged, ...(await Promise.all(readSpaces(call.home).map((space) => checkSpace(call, space))))];
}

async function checkSpace(call: CallContext, space: Space): Promise<Check> {
  const name = `team ${space.name}`;
  const { toSend, refused, problem } = spaceView(call, space);
  const answered = await clientOf(call, space, LIMIT_MS).spaces();
  if (answered.outcome !== "answered")
    return { name, ok: false, detail: answered.reason, fix: "Check the network, then run `oldhand sync`." };
  if (refused.length > 0)
    return {
      name,
      ok: false,
      detail: `${count(refused.length, "change")} not taken: ${listOf(refused.map(({ record, reason }) => `${record} (${reason})`))}`,
      fix: "Change or delete these records, then run `oldhand sync`.",
    };
  if (problem !== undefined) return { name, ok: false, detail: problem, fix: "Run `oldhand sync`." };
  return { name, ok: true, detail: toSend === 0 ? "reachable" : `reachable, ${count(toSend, "change")} to send` };
}
