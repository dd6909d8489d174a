/** The one lexicon of tools: for each job of a project, what it does and which programs do it. */

export type Job = {
  /** As a target that does it is described. */
  readonly does: string;
  /** A project chooses one of these; a statement that names one is about that choice. */
  readonly choices?: string;
  /** Other programs that do it. */
  readonly others?: string;
};

export const JOBS = {
  test: {
    does: "Run the tests",
    choices: "jest vitest mocha ava pytest unittest rspec minitest",
    others: "ctest nextest phpunit tox nox",
  },
  lint: {
    does: "Lint the code",
    choices: "eslint biome oxlint flake8 ruff pylint golangci-lint clippy",
    others: "golangci rubocop shellcheck yamllint markdownlint stylelint ansible-lint",
  },
  format: { does: "Format the code", choices: "prettier biome dprint black gofmt rustfmt", others: "fmt" },
  types: { does: "Check the types", others: "tsc mypy pyright" },
  build: { does: "Build", others: "make gcc cmake tsup webpack" },
  compile: { does: "Compile" },
  run: { does: "Run the program" },
  install: { does: "Install the dependencies" },
  "preview site": { does: "Preview the site" },
  "build site": { does: "Build the site" },
  "manage packages": { does: "Install the dependencies", choices: "npm pnpm yarn bun" },
  "manage python packages": { does: "Install the dependencies", choices: "pip poetry uv pipenv conda pdm" },
  bundle: { does: "Bundle the code", choices: "vite webpack esbuild rollup parcel turbopack rolldown" },
  "map objects to tables": {
    does: "Map objects to tables",
    choices: "prisma drizzle typeorm sequelize knex sqlalchemy",
  },
} as const satisfies Readonly<Record<string, Job>>;

/** Programs of which a project chooses one for the job. */
export function choicesFor(job: keyof typeof JOBS): string[] {
  const { choices }: Job = JOBS[job];
  return choices?.split(" ") ?? [];
}

/** All programs that do the job. */
export function programsFor(job: keyof typeof JOBS): string {
  const { choices, others }: Job = JOBS[job];
  return [choices, others].filter((list) => list !== undefined).join(" ");
}

/** Package managers that run the scripts of package.json. */
export const SCRIPT_MANAGERS: ReadonlySet<string> = new Set(choicesFor("manage packages"));

/** Words of theirs: a script of the same name needs `run`. */
export const MANAGER_VERBS: ReadonlySet<string> = new Set(
  [
    "add approve-builds audit bin cache ci config create dedupe deploy dev-dependencies dlx env exec fetch global help i",
    "import info init install licenses link list login logout ls node npm outdated pack patch pkg plugin pm prune publish",
    "rb rebuild remove repl rm root run self-update server set setup store un uninstall unlink up update upgrade",
    "upgrade-interactive version view whoami why workspace workspaces x",
  ].flatMap((verbs) => verbs.split(" ")),
);
