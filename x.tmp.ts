import { enter } from "./src/enter.ts";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { plannerMaterial } from "./src/verbs/planning-material.ts";
import { groundedPlan } from "./src/plan/grounded/grounded.ts";
import { learnHabits } from "./src/verbs/learning.ts";
import { habitSteps } from "./src/detect/habit-steps.ts";
const home = process.argv[2]!; const root = join(home, "..");
const cwd = join(root, "code", "project-00");
const env = { home: join(root, "me"), cwd, session: undefined, isAgent: false, oldhandHome: home, variables: { PATH: process.env.PATH }, clock: () => Date.now(), at: () => {} };
const t0 = performance.now();
const house = await enter(env as never, { note: () => {} });
console.log("enter", performance.now() - t0); { const c=process.cpuUsage(); learnHabits(house.store); const d=process.cpuUsage(c); console.log("learn", (d.user+d.system)/1000); }
console.log(house.store.index.sql("select count(*) n, count(distinct command) c, (select count(*) from families) f from lines").get());
for (const request of ["run the tests", "what changed", "deploy to staging", "show logs for the api", "git push", "build the docker image and push it", "run the tests"]) {
  let t = performance.now();
  const m = await plannerMaterial(house, request);
  const a = performance.now() - t; t = performance.now();
  const p = groundedPlan(request, m);
  console.log(request, "material", a.toFixed(1), "plan", (performance.now() - t).toFixed(1), m.commands.length, p.outcome, p.outcome === "planned" ? p.proposal.command : p.nearest.map((n) => n.command));
}
if (process.argv[3]) {
  const c0 = process.cpuUsage();
  house.store.index.write(() => house.store.lines.clear());
  const c1 = process.cpuUsage(c0);
  const c2 = process.cpuUsage();
  learnHabits(house.store);
  const c3 = process.cpuUsage(c2);
  const c4 = process.cpuUsage();
  for (const e of house.store.events.after(0, 1e6)) habitSteps(e);
  const c5 = process.cpuUsage(c4);
  console.log("clear", (c1.user + c1.system) / 1000, "lines again", (c3.user + c3.system) / 1000, "of it reading and parsing", (c5.user + c5.system) / 1000);
}
house.store.close();
