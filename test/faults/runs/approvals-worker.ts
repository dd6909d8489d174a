/** A driver that plans, approves and runs as ordered, in its own process, and prints the result. */
import { existsSync, writeSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { library } from "../tools/built-library.ts";

export type Order = {
  /** Waits until this file exists, so that many start at once. */
  readonly after?: string;
} & (
  | { readonly do: "plan"; readonly steps: readonly string[] }
  | { readonly do: "approve"; readonly action: string }
  | { readonly do: "approve and run"; readonly action: string }
  | { readonly do: "run"; readonly approval: string }
);

export type Result = { readonly outcome: string; readonly reason?: string; readonly id?: string };

if (import.meta.main) await work(JSON.parse(process.argv[2]!) as Order);

async function work(order: Order): Promise<void> {
  const { openMemory, environment } = await library();
  const memory = await openMemory(environment(), { settle: "files", note: () => {} });
  report({ outcome: "ready" });
  while (order.after !== undefined && !existsSync(order.after)) await sleep(2);
  const run = async (approval: string): Promise<void> => {
    const ran = await memory.runApproved(approval, { output: { to: "caller", onOutput: () => {} } });
    report({ outcome: ran.outcome, ...(ran.outcome === "refused" && { reason: ran.reason }) });
  };
  if (order.do === "plan") {
    await memory.saveWorkflow({ name: "deploy", steps: order.steps, scope: "global" });
    report({ outcome: "planned", id: (await memory.plan({ request: "deploy" })).action ?? "" });
  } else if (order.do === "run") await run(order.approval);
  else {
    const approved = await memory.approve(order.action);
    report(approved.outcome === "approved" ? { outcome: "approved", id: approved.approval } : approved);
    if (order.do === "approve and run" && approved.outcome === "approved") await run(approved.approval);
  }
  memory.close();
}

function report(result: Result): void {
  writeSync(1, `${JSON.stringify(result)}\n`);
}
