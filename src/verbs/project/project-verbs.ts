/** The verbs on projects: show, why, link, split, share, unshare, join. */

import { isoTime } from "../../core/base/clock.ts";
import { OldhandError } from "../../core/base/error.ts";
import type { Change, Kept } from "../../core/ports.ts";
import { explain, projectId } from "../../core/project/identify.ts";
import type { Evidence, Kin, Project, ProjectRef } from "../../core/project/project.ts";
import { splitOff } from "../../core/project/registry-changes.ts";
import type { MemoryRecord, ProjectId } from "../../core/record/record.ts";
import { count, listOf, quotedName } from "../../core/text/wording.ts";
import { isDirectory } from "../../store/files/durable-files.ts";
import { moveRecords } from "../../store/transfer/move-records.ts";
import { type CallContext, changedBy, demandPerson, demandProject, ensureRegistered } from "../call/call-context.ts";
import { commitChanges } from "../call/commit-changes.ts";
import { type Acceptable, acceptAll, acceptableOf } from "../record/kept/acceptable.ts";

export type ProjectView = Pick<ProjectRef, "id" | "name" | "root" | "known" | "kin" | "because"> & {
  readonly shared: boolean;
  readonly evidence: Evidence;
};

export function projectVerbs(call: CallContext) {
  const { store, place, clock, env } = call;
  /** A plain directory is shown as the project that it would be. */
  const shownRef = (): ProjectRef => place.project ?? place.couldBe ?? demandProject(call);

  return {
    show(): ProjectView {
      const { id, name, root, known, evidence, kin, because } = shownRef();
      const reasons = place.project === undefined ? [place.why] : because;
      return { id, name, root, known, shared: place.shared, evidence, kin, because: reasons };
    },

    /** Every registered project. */
    known: (): readonly Pick<Project, "id" | "name" | "paths">[] =>
      store.registry.all().map(({ id, name, paths }) => ({ id, name, paths })),

    /** Where a project is now; undefined if none of its directories exists. */
    directoryOf: (id: ProjectId): string | undefined =>
      store.registry
        .all()
        .find((project) => project.id === id)
        ?.paths.find((path) => isDirectory(path)),

    why(): { readonly id: ProjectId; readonly lines: readonly string[]; readonly kin: readonly Kin[] } {
      const ref = shownRef();
      return { id: ref.id, lines: explain(ref), kin: ref.kin };
    },

    /** Merges this directory's project into another; its records move along. */
    link(target: string): { readonly from: ProjectId; readonly into: ProjectId; readonly moved: number } {
      demandPerson(env, "change projects");
      ensureRegistered(call);
      const from = demandProject(call).id;
      const into = namedProject(target, store.registry.all()).id;
      if (store.registry.merge(into, from).outcome !== "linked")
        throw new OldhandError("invalid", `This directory already belongs to ${into}.`);
      return { from, into, moved: moveRecords(store.home, from, into) };
    },

    /** Makes this directory a separate project from now on; existing records stay with the old one. */
    split(): { readonly from: ProjectId; readonly id: ProjectId } {
      demandPerson(env, "change projects");
      const ref = demandProject(call);
      const rows = store.registry.all();
      const row = rows.find(({ id }) => id === ref.id);
      if (row === undefined)
        throw new OldhandError("invalid", "This project has no data yet, so there is nothing to split.");
      const id = projectId(ref.evidence, (other) => rows.some((project) => project.id === other));
      store.registry.put(splitOff(row, ref, { id, at: isoTime(clock()) }));
      return { from: row.id, id };
    },

    /** Moves the project's records into the repository, so that git shares them. */
    async share(): Promise<{ readonly id: ProjectId; readonly folder: string; readonly moved: number }> {
      demandPerson(env, "change projects");
      const ref = demandProject(call);
      setShared(call, ref.id, { shared: true });
      const own = (await projectRecords(call)).filter(
        ({ record }) => record.trust !== "repo" && record.trust !== "team",
      );
      await move(call, own, { into: "repository" });
      return { id: ref.id, folder: `${ref.root}/.oldhand/records`, moved: own.length };
    },

    /** Moves the accepted records back out of the repository; others stay there. */
    async unshare(): Promise<{ readonly id: ProjectId; readonly moved: number }> {
      demandPerson(env, "change projects");
      const ref = demandProject(call);
      const accepted = (await projectRecords(call)).filter(
        ({ record }) => record.trust === "repo" && record.accepted === true,
      );
      const back = await Promise.all(
        accepted.map(async ({ record, version }) => ({ record: await asBefore(call, record), version })),
      );
      await move(call, back, { into: "own" });
      setShared(call, ref.id, { shared: false });
      return { id: ref.id, moved: back.length };
    },

    /** The repository's records that do not count here yet. */
    joinable: (): Promise<Joinable> => joinable(call),

    /** Accepts the repository's records as they were shown; later changes have to be accepted again. */
    async join(shown?: Joinable): Promise<{ readonly id: ProjectId; readonly accepted: number }> {
      const { id, records } = shown ?? (await joinable(call));
      demandPerson(env, "accept a repository's records");
      ensureRegistered(call);
      acceptAll(call, records, () => ({ fromRepo: true, project: id }));
      return { id, accepted: records.length };
    },
  };
}

type Joinable = { readonly id: ProjectId; readonly name: string; readonly records: readonly Acceptable[] };

async function joinable(call: CallContext): Promise<Joinable> {
  const { id, name } = demandProject(call);
  demandPerson(call.env, "accept a repository's records");
  const wereAccepted = call.store.accepted.any({ fromRepo: true, project: id });
  const pending = (await projectRecords(call)).filter(
    ({ record }) => record.trust === "repo" && record.accepted === false,
  );
  return { id, name, records: pending.map(({ record }) => acceptableOf(record, wereAccepted)) };
}

function projectRecords({ search }: CallContext): Promise<readonly Kept[]> {
  return search.where({ scopes: ["project"] });
}

async function move(
  call: CallContext,
  items: readonly { record: MemoryRecord; version: string }[],
  to: Required<Pick<Extract<Change, { op: "put" }>, "into">>,
): Promise<void> {
  const why = { verb: "share" as const, ...changedBy(call.env) };
  const changes = items.map(({ record, version }): Change => ({ op: "put", record, base: version, why, ...to }));
  const committed = await commitChanges(call, changes);
  if (committed.outcome === "conflict")
    throw new OldhandError("conflict", "A record changed while this ran. Try again.");
}

/** The person's own records get their trust back; records from others keep theirs and stay accepted. */
async function asBefore({ store }: CallContext, record: MemoryRecord): Promise<MemoryRecord> {
  const shared = (await store.records.history(record.id)).findLast(({ why }) => why.verb === "share");
  if (shared?.before === undefined) return record;
  const { accepted: _, ...rest } = record;
  return {
    ...rest,
    trust: shared.before.trust,
    ...(shared.before.accepted !== undefined && { accepted: shared.before.accepted }),
  };
}

function setShared(call: CallContext, id: ProjectId, { shared }: { shared: boolean }): void {
  ensureRegistered(call);
  const row = call.store.registry.all().find((project) => project.id === id);
  if (row !== undefined) call.store.registry.put({ ...row, shared });
}

/** A project by its id, a part of it, its name or a directory of it. */
function namedProject(target: string, rows: readonly Project[]): Project {
  const found = rows.filter(
    ({ id, name, paths }) =>
      id === target || name === target || paths.includes(target) || (target.length >= 6 && id.startsWith(target)),
  );
  if (found.length === 1) return found[0]!;
  const known = listOf(rows.map(({ id, name }) => `${name} (${id})`)) || "none yet";
  throw new OldhandError(
    found.length === 0 ? "not-found" : "ambiguous",
    `${quotedName(target)} matches ${found.length === 0 ? "no project" : count(found.length, "project")}. Known: ${known}.`,
  );
}
