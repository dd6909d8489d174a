/** How sample data is recognised: the mark in every part of it, and its project. */
import { derivedId } from "../../core/base/id.ts";
import type { ProjectId } from "../../core/record/record.ts";
import type { WriteStore } from "../../store/write-store.ts";

/** The tag of its records and the source of everything else. */
export const SAMPLE = "sample";

export const SAMPLE_PROJECT: ProjectId = derivedId("prj", `oldhand ${SAMPLE}`);

export function isSample({ registry }: Pick<WriteStore, "registry">): boolean {
  return registry.all().some(({ id }) => id === SAMPLE_PROJECT);
}
