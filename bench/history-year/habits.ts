/** The planted habits of the projects, each with the words that vary between runs. */
import type { Random } from "./random.ts";

/** Run one after another, each on its own line. */
export type Habit = {
  readonly families: readonly string[];
  readonly lines: readonly ((random: Random) => string)[];
  /** How often it is done, relative to the project's other habits. */
  readonly weight: number;
};

/** Each project uses one stack; the first ones are the most common. */
export function habitsOf(project: number): readonly Habit[] {
  const stack = STACKS[project % STACKS.length]!;
  return [...stack, STATUS, ...(project % 3 === 2 ? [] : [SHIP]), ...(project % 4 === 1 ? [CATCH_UP] : [])];
}

export const GAP_DECOY: Habit = habit(1, ["terraform plan", "terraform plan"], ["terraform apply", "terraform apply"]);
export const ONE_SESSION_DECOY: Habit = habit(1, ["pg_dump", "pg_dump app"], ["createdb", "createdb app_copy"]);
export const RARE_DECOY: Habit = habit(1, ["ansible-playbook", "ansible-playbook site.yml"]);

type Line = readonly [family: string, ...lines: (string | ((random: Random) => string))[]];

function habit(weight: number, ...steps: readonly Line[]): Habit {
  return {
    families: steps.map(([family]) => family),
    lines: steps.map(([, ...lines]) => (random) => {
      const line = random.oneOf(lines);
      return typeof line === "string" ? line : line(random);
    }),
    weight,
  };
}

const WORDS =
  "parser cache index header footer login report export filter queue worker schema colour margin retry limit".split(
    " ",
  );
const message = (random: Random): string =>
  `${random.oneOf(["fix", "add", "tidy", "test", "drop"])} the ${random.oneOf(WORDS)} of ${random.oneOf(WORDS)} ${random.below(1000)}`;

const STATUS = habit(3, ["git status", "git status", "git status -sb", "git -C . status"]);
const SHIP = habit(
  4,
  ["git add", "git add .", "git add -A", (random) => `git add src/${random.oneOf(WORDS)}.ts`],
  ["git commit", (random) => `git commit -m "${message(random)}"`],
  ["git push", "git push"],
);
const CATCH_UP = habit(
  2,
  ["git fetch", "git fetch --all", "git fetch origin"],
  ["git rebase", "git rebase origin/main"],
);

const STACKS: readonly (readonly Habit[])[] = [
  [
    habit(5, ["npm test", "npm test", (random) => `npm test -- -t ${random.oneOf(WORDS)}`, "cd app && npm test"]),
    habit(3, ["npm run lint", "npm run lint"]),
    habit(2, ["npm run build", "npm run build"], ["docker compose up", "docker compose up -d"]),
  ],
  [
    habit(5, [
      "cargo test",
      "cargo test",
      (random) => `cargo test ${random.oneOf(WORDS)}`,
      "RUST_LOG=debug cargo test",
    ]),
    habit(3, ["cargo fmt", "cargo fmt"], ["cargo clippy", "cargo clippy --all-targets"]),
    habit(1, ["cargo bench", "cargo bench"]),
  ],
  [
    habit(5, ["pytest", "pytest", (random) => `pytest -k ${random.oneOf(WORDS)}`, "time pytest -q"]),
    habit(
      3,
      ["ruff check", "ruff check ."],
      ["ruff format", "ruff format ."],
      ["mypy", (random) => `mypy src/${random.oneOf(WORDS)}`],
    ),
  ],
  [
    habit(4, ["go test", "go test ./...", (random) => `go test ./internal/${random.oneOf(WORDS)}`]),
    habit(3, ["go vet", "go vet ./..."], ["go build", "go build ./cmd/app"]),
  ],
  [
    habit(4, ["kubectl get", "kubectl get pods", "kubectl -n staging get pods", "kubectl get pods | grep api"]),
    habit(
      2,
      ["docker build", (random) => `docker build -t app:${random.below(500)} .`],
      ["docker push", (random) => `docker push app:${random.below(500)}`],
      ["kubectl apply", "kubectl apply -f deploy/"],
    ),
    habit(2, ["make deploy", "make deploy"]),
  ],
];
