/** Which records of a space count once the space was accepted, and which a person accepts one by one, as they are. */
import type { MemoryRecord } from "../../../core/record/record.ts";

type Covering = {
  /** The person accepted the space. */
  readonly isSpaceAccepted: boolean;
  /** An earlier version of the record was here. */
  readonly isChange: boolean;
};

/** Programs act on guards and workflows, and a policy binds every session: nobody changes them unseen. */
export function isCovered(
  { type, guards, guardProblem }: Pick<MemoryRecord, "type" | "guards" | "guardProblem">,
  { isSpaceAccepted, isChange }: Covering,
): boolean {
  if (!isSpaceAccepted || guards !== undefined || guardProblem !== undefined || type === "workflow") return false;
  return type !== "policy" || !isChange;
}
