import assert from "node:assert/strict";
import { test } from "node:test";
import { alternatives } from "../../../src/plan/against/clauses.ts";
import { type Demand, demandsOf } from "../../../src/plan/against/statement.ts";

const READ: readonly (readonly [text: string, ...demands: readonly Demand[]])[] = [
  ["Never run jest.", { asks: "never", what: "run jest", isConditional: false }],
  ["Don't use npx because it is slow.", { asks: "never", what: "use npx", isConditional: false }],
  ["Nobody may run terraform destroy.", { asks: "never", what: "run terraform destroy", isConditional: false }],
  ["Images must not be tagged latest.", { asks: "never", what: "Images be tagged latest", isConditional: false }],
  [
    "No force pushes, except to feat/* branches.",
    { asks: "never", what: "force pushes", isConditional: false, except: "to feat/* branches" },
  ],
  ["Never push unless the tests pass.", { asks: "never", what: "push", isConditional: true, except: "the tests pass" }],
  [
    "Never run terraform destroy without -target.",
    { asks: "never", what: "run terraform destroy", isConditional: false, needs: "-target" },
  ],
  [
    "Version tags are cut from main; don't create them by hand.",
    { asks: "never", what: "create Version tags by hand", isConditional: false },
  ],
  [
    "black and flake8 were dropped.",
    { asks: "never", what: "black", isConditional: false },
    { asks: "never", what: "flake8", isConditional: false },
  ],
  ["terraform apply only runs in CI.", { asks: "never", what: "terraform apply", isConditional: false }],
  [
    "We publish to GHCR, no longer to Docker Hub.",
    { asks: "never", what: "We publish to Docker Hub", isConditional: false },
  ],
  ["Prefer fd to find.", { asks: "instead", use: "fd", not: "find" }],
  ["We switched from Yarn to pnpm in March.", { asks: "instead", use: "pnpm", not: "Yarn" }],
  ["Jest was replaced by Vitest.", { asks: "instead", use: "Vitest", not: "Jest" }],
  ["master was renamed to main.", { asks: "instead", use: "main", not: "master" }],
  ["Always run go test with -race.", { asks: "with", flag: "-race", what: "go test" }],
  [
    "Every kubectl command needs an explicit --context.",
    { asks: "with", flag: "--context", what: "Every kubectl command" },
  ],
  ["A bare cargo update bumps openssl-sys.", { asks: "more", what: "cargo update" }],
  [
    "make seed fails unless you ran make login first.",
    { asks: "order", first: "make login", next: "make seed", isNeeded: true },
  ],
  [
    "Leave vendor/ alone.",
    { asks: "never", what: "edit vendor/", isConditional: false },
    { asks: "never", what: "delete vendor/", isConditional: false },
  ],
  ["TLS verification stays on.", { asks: "never", what: "disable TLS verification", isConditional: false }],
  ["The frontend/ directory is gone.", { asks: "absent", place: "frontend/" }],
  ["There are no log files under /var/log/acme.", { asks: "absent", place: "/var/log/acme", kind: "log" }],
  ["C is built with clang. gcc isn't installed.", { asks: "never", what: "gcc", isConditional: false }],
  ["Containers must be started with --rm.", { asks: "with", flag: "--rm", what: "Containers" }],
  ["Don't forget to run the tests."],
  ["It is fine to force-push as long as nobody else works on it."],
  ["Anything below /var/tmp may be deleted."],
  ["The repository has 12 packages."],
];

for (const [text, ...demands] of READ)
  test(`a statement is read: ${text}`, () => {
    assert.deepEqual(demandsOf(text), demands);
  });

test("a list is taken apart, and what it shares goes to each of it", () => {
  assert.deepEqual(
    [
      "edit or delete files in db/",
      "push to main or develop",
      "run DELETE, UPDATE or DROP against prod-db",
      "run it",
    ].map(alternatives),
    [
      ["edit files in db/", "delete files in db/"],
      ["push to main", "push to develop"],
      ["run DELETE against prod-db", "run UPDATE against prod-db", "run DROP against prod-db"],
      ["run it"],
    ],
  );
});
