/** A driver that works on jobs as ordered, prints what it claimed, and waits for files that the test creates. */
import { appendFileSync, existsSync, writeSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { randomBytes } from "../../../src/core/base/hash.ts";
import { openState } from "../../../src/store/databases/state-db.ts";
import { homeFrom } from "../../../src/store/files/home.ts";
import { jobsOf } from "../../../src/store/rows/jobs.ts";
import { spendingOf } from "../../../src/store/rows/spending.ts";
import { environment } from "../../../src/verbs/call/environment.ts";
import { withHeartbeat } from "../../../src/verbs/learning/with-heartbeat.ts";

export type Order =
  | { readonly do: "drain" }
  /** Claims a consolidation, publishes it when the file `publish-<name>` is there. */
  | { readonly do: "consolidate"; readonly name: string; readonly leaseMs: number }
  | { readonly do: "spend"; readonly calls: number; readonly tokens: number; readonly capPerDay: number };

export type WorkerEvent =
  | { readonly event: "did"; readonly key: string }
  | { readonly event: "claimed"; readonly attempt: number }
  | { readonly event: "none"; readonly reasons: readonly string[] }
  | { readonly event: "published"; readonly outcome: string; readonly stillHeld: boolean }
  | { readonly event: "spent"; readonly granted: number };

if (import.meta.main) await work(JSON.parse(process.argv[2]!) as Order);

async function work(order: Order): Promise<void> {
  const { clock, oldhandHome } = environment();
  const state = openState(homeFrom({ oldhandHome }), { at: () => {}, note: () => {} });
  const jobs = jobsOf(state, clock, randomBytes);
  const inHome = (name: string) => join(oldhandHome!, name);

  if (order.do === "drain") {
    for (;;) {
      const got = jobs.claim("extract", { leaseMs: 60_000 });
      if (got.outcome === "none") break;
      await sleep(1);
      jobs.fenced(got.claim, () => {
        appendFileSync(inHome("published"), `${got.claim.key}\n`);
        jobs.finish(got.claim);
      });
      report({ event: "did", key: got.claim.key });
    }
  } else if (order.do === "consolidate") {
    const got = jobs.claim("consolidate", { leaseMs: order.leaseMs });
    if (got.outcome === "none") report({ event: "none", reasons: got.skipped.map(({ reason }) => reason) });
    else {
      report({ event: "claimed", attempt: got.claim.attempt });
      const outcome = await withHeartbeat(jobs, got.claim, async () => {
        while (!existsSync(inHome(`publish-${order.name}`))) await sleep(5);
        return jobs.fenced(got.claim, () => {
          appendFileSync(inHome("published"), `${order.name}\n`);
          jobs.finish(got.claim);
        });
      });
      report({ event: "published", outcome, stillHeld: jobs.renew(got.claim) });
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
    report({ event: "spent", granted });
  }
  state.close();
}

function report(event: WorkerEvent): void {
  writeSync(1, `${JSON.stringify(event)}\n`);
}
