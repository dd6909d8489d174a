/** The verbs that make a space's records count here: once for the space, and by content for what acts. */

import { OldhandError } from "../../../core/base/error.ts";
import type { RecordId } from "../../../core/record/record.ts";
import type { SpaceId } from "../../../core/team/rights.ts";
import { count } from "../../../core/text/wording.ts";
import { spaceFolder } from "../../../store/files/record-folder.ts";
import { foldersOfSpace, readSpaces, type Space } from "../../../store/replicate/team/space-files.ts";
import { type CallContext, demandPerson } from "../../call/call-context.ts";
import { inFolders } from "../../call/open-for-writing.ts";
import { type Acceptable, acceptAll, acceptableOf } from "../../record/kept/acceptable.ts";
import { namedSpace } from "./ask-server.ts";

type AcceptableSpace = {
  readonly space: SpaceId;
  readonly name: string;
  /** The space itself was accepted before. */
  readonly accepted: boolean;
  readonly records: readonly Acceptable[];
};

type Accepted = { readonly space: string; readonly accepted: number };

/** What a space has that does not count here yet. */
export async function acceptable(call: CallContext, name?: string): Promise<AcceptableSpace> {
  demandPerson(call.env, "accept a team's records");
  const space = namedSpace(call, name);
  return acceptableIn(call, space);
}

/** Accepts the records that were shown, as they were shown, and by default their space too. */
export function acceptSpace(call: CallContext, shown: AcceptableSpace, { isSpaceToo = true } = {}): Accepted {
  demandPerson(call.env, "accept a team's records");
  const space = namedSpace(call, shown.space);
  accept(call, space, shown.records);
  if (isSpaceToo && !call.store.remotes.isAccepted(space.id))
    call.store.remotes.advance(space.id, { acceptedMs: call.clock() });
  return { space: space.name, accepted: shown.records.length };
}

/** Accepts single records as they are now. */
export async function acceptRecords(
  call: CallContext,
  ids: readonly string[],
): Promise<{ readonly accepted: readonly RecordId[] }> {
  demandPerson(call.env, "accept a team's records");
  const spaces = await Promise.all(
    readSpaces(call.home).map(async (space) => ({ space, records: (await acceptableIn(call, space)).records })),
  );
  const accepted = ids.map((id) => {
    const found = spaces.flatMap(({ space, records }) =>
      records
        .filter(({ record }) => record.id === id || (id.length >= 6 && record.id.endsWith(id)))
        .map((one) => ({ space, one })),
    );
    if (found.length !== 1)
      throw new OldhandError(
        found.length === 0 ? "not-found" : "ambiguous",
        `${id} matches ${found.length === 0 ? "no record" : count(found.length, "record")} that you have not accepted. List them with \`oldhand team accept NAME\`.`,
      );
    return found[0]!;
  });
  for (const { space, one } of accepted) accept(call, space, [one]);
  return { accepted: accepted.map(({ one }) => one.record.id) };
}
function accept(call: CallContext, space: Space, records: readonly Acceptable[]): void {
  acceptAll(call, records, ({ project }) => spaceFolder(call.home, space, { project }));
}

async function acceptableIn(call: CallContext, space: Space): Promise<AcceptableSpace> {
  const isSpaceAccepted = call.store.remotes.isAccepted(space.id);
  const pending = await inFolders(call, foldersOfSpace(call.home, space), async (store) =>
    (await store.search.where({ statuses: ["active", "archived"] })).filter(({ record }) => record.accepted === false),
  );
  const records = pending.map(({ record }) => acceptableOf(record, isSpaceAccepted));
  return { space: space.id, name: space.name, accepted: isSpaceAccepted, records };
}
