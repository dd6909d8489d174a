/** A driver that works on jobs as ordered, prints what it claimed, and waits for files that the test creates. */
import { appendFileSync, existsSync, writeSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { environment } from "../../../src/context/environment.ts";
import { randomBytes } from "../../../src/core/base/hash.ts";
import { openState } from "../../../src/store/local/databases/state-db.ts";
import { homeFrom } from "../../../src/store/local/files/home.ts";
import { jobsOf } from "../../../src/store/local/rows/jobs.ts";
import { spendingOf } from "../../../src/store/local/rows/spending.ts";
import { withHeartbeat } from "../../../src/verbs/learning/with-heartbeat.ts";

export type Order =
  | { readonly do: "drain" }
  /** Claims a consolidation, publishes it when the file `publish-<name>` is there. */
  | { readonly do: "consolidate"; readonly name: string; readonly leaseMs: number }
  | { readonly do: "spend"; readonly calls: number; readonly tokens: number; readonly capPerDay: number };

export type Told =
  | { readonly told: "did"; readonly key: string }
  | { readonly told: "claimed"; readonly attempt: number }
  | { readonly told: "none"; readonly reasons: readonly string[] }
  | { readonly told: "published"; readonly outcome: string; readonly stillHeld: boolean }
  | { readonly told: "spent"; readonly granted: number };

if (import.meta.main) await work(JSON.parse(process.argv[2]!) as Order);

async function work(order: Order): Promise<void> {
  const { clock, oldhandHome } = environment();
  const state = openState(homeFrom({ oldhandHome }), { at: () => {}, note: () => {} });
  const jobs = jobsOf(state, clock, randomBytes);
  const beside = (name: string) => join(oldhandHome!, name);

  if (order.do === "drain") {
    for (;;) {
      const got = jobs.claim("extract", { leaseMs: 60_000 });
      if (got.outcome === "none") break;
      await sleep(1);
      jobs.fenced(got.claim, () => {
        appendFileSync(beside("published"), `${got.claim.key}\n`);
        jobs.finish(got.claim);
      });
      tell({ told: "did", key: got.claim.key });
    }
  } else if (order.do === "consolidate") {
    const got = jobs.claim("consolidate", { leaseMs: order.leaseMs });
    if (got.outcome === "none") tell({ told: "none", reasons: got.skipped.map(({ reason }) => reason) });
    else {
      tell({ told: "claimed", attempt: got.claim.attempt });
      const outcome = await withHeartbeat(jobs, got.claim, async () => {
        while (!existsSync(beside(`publish-${order.name}`))) await sleep(5);
        return jobs.fenced(got.claim, () => {
          appendFileSync(beside("published"), `${order.name}\n`);
          jobs.finish(got.claim);
        });
      });
      tell({ told: "published", outcome, stillHeld: jobs.renew(got.claim) });
    }
  } else {
    const tokenBudget = spendingOf(state, clock).budget({ capPerDay: order.capPerDay });
    let granted = 0;
    for (let n = 0; n < order.calls; n++) {
      const call = tokenBudget.take("ollama/small", order.tokens);
      if (call === undefined) continue;
      granted += 1;
      await sleep(1);
      tokenBudget.settle(call, { inputTokens: order.tokens - 1, outputTokens: 1 });
    }
    tell({ told: "spent", granted });
  }
  state.close();
}

function tell(told: Told): void {
  writeSync(1, `${JSON.stringify(told)}\n`);
}
