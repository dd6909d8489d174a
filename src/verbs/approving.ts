/** A person's yes, and the moment in which it is used: nothing may have changed between the two. */
import { type Action, type ActionId, type ApprovalId, actionHash, fingerprintChange } from "../core/plan/action.ts";
import { runFingerprint } from "../run/run-fingerprint.ts";
import { APPROVAL_MS } from "../store/local/approvals.ts";
import type { Approval } from "./asking.ts";
import type { House } from "./house.ts";

/** Nothing was run, and why. */
export type Refusal = { readonly outcome: "refused"; readonly reason: string };

export function approve({ env, store }: House, id: ActionId): Approval {
  if (env.isAgent) return refused("Only a person can approve a command. Show it to the person.");
  const given = store.approvals.approve(id);
  if (given.outcome === "approved") return given;
  return refused(
    given.reason === "used" ? "This plan was used already. Ask again." : "There is no such plan any more. Ask again.",
  );
}

export function take({ env, store }: House, approval: ApprovalId): { outcome: "taken"; action: Action } | Refusal {
  if (env.isAgent) return refused("Only a person can run what was approved.");
  const known = store.approvals.approved(approval);
  if (known === undefined) return refused("There is no such approval. Approve the plan again.");
  const { plan, steps } = known;
  const footing = runFingerprint(steps ?? [plan.command], { cwd: plan.cwd, env: env.variables });
  const taken = store.approvals.take(approval, actionHash({ ...known, footing }));
  if (taken.outcome === "taken") return taken;
  switch (taken.reason) {
    case "unknown":
      return refused("There is no such approval. Approve the plan again.");
    case "used":
      return refused("This approval was used already. Ask again.");
    case "expired":
      return refused(`An approval is good for ${APPROVAL_MS / 1000} seconds, and they are over. Ask again.`);
    case "changed":
      return refused(
        `After it was planned ${fingerprintChange(known.footing, footing) ?? "the plan itself changed"}. Nothing was run: ask again.`,
      );
  }
}

function refused(reason: string): Refusal {
  return { outcome: "refused", reason };
}
