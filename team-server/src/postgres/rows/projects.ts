/** The table of projects: the evidence by which each client finds its own project for a record. */
import { derivedId } from "../../../../src/core/base/id.ts";
import { compare } from "../../../../src/core/project/compare-evidence.ts";
import type { ProjectId } from "../../../../src/core/record/record.ts";
import type { SpaceId } from "../../../../src/core/team/rights.ts";
import type { ProjectEvidence } from "../../../../src/core/team/wire-types.ts";
import type { Transaction } from "../database.ts";

export type SpaceProject = ProjectEvidence & { readonly id: ProjectId };

export async function listProjects(tx: Transaction, space: SpaceId): Promise<SpaceProject[]> {
  const rows = await tx`SELECT * FROM oldhand.projects WHERE space_id = ${space} ORDER BY id`;
  return rows.map((row) => ({ id: row.id, name: row.name, rootCommits: row.root_commits, remotes: row.remotes }));
}

/** The space's project for this evidence; new evidence of a known project is added to it. */
export async function ensureProject(tx: Transaction, space: SpaceId, evidence: ProjectEvidence): Promise<ProjectId> {
  const known = await listProjects(tx, space);
  const same = known.find((project) => isSame(evidence, project));
  const rootCommits = merged(same?.rootCommits, evidence.rootCommits);
  const remotes = merged(same?.remotes, evidence.remotes);
  const name = same?.name ?? evidence.name;
  const id = same?.id ?? derivedId("prj", [space, name, ...rootCommits, ...remotes].join("\n"));
  if (same !== undefined && same.rootCommits.length === rootCommits.length && same.remotes.length === remotes.length)
    return id;
  await putProject(tx, space, { id, name, rootCommits, remotes });
  return id;
}

export async function putProject(tx: Transaction, space: SpaceId, project: SpaceProject): Promise<void> {
  const { id, name, rootCommits, remotes } = project;
  await tx`
    INSERT INTO oldhand.projects (space_id, id, name, root_commits, remotes)
    VALUES (${space}, ${id}, ${name}, ${[...rootCommits]}, ${[...remotes]})
    ON CONFLICT (space_id, id) DO UPDATE SET root_commits = excluded.root_commits, remotes = excluded.remotes`;
}

function isSame({ rootCommits, remotes }: ProjectEvidence, project: SpaceProject): boolean {
  const there = { ...project, commonDirs: [], paths: [], createdAt: "" };
  return compare({ rootCommits, remotes, path: "" }, there, () => true).relation === "same";
}

/** As many as a client may send of each. */
const MOST = 20;

function merged(known: readonly string[] = [], more: readonly string[]): string[] {
  return [...new Set([...known, ...more])].slice(0, MOST);
}
