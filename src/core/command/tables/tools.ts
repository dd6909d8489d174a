/** The tools of a project: for each job, what it does and which programs do it. */

/** Alternatives for one job; a statement that names one is about that choice. */
const CHOICES = {
  test: "jest vitest mocha ava pytest unittest rspec minitest",
  lint: "eslint biome oxlint flake8 ruff pylint golangci-lint clippy",
  format: "prettier biome dprint black gofmt rustfmt",
  bundle: "vite webpack esbuild rollup parcel turbopack rolldown",
  "package-manager": "npm pnpm yarn bun",
  "python-package-manager": "pip poetry uv pipenv conda pdm",
  orm: "prisma drizzle typeorm sequelize knex sqlalchemy",
} as const;

export function choicesFor(job: keyof typeof CHOICES): string[] {
  return CHOICES[job].split(" ");
}

/** All programs that do a job. */
export const PROGRAMS_FOR = {
  test: `${CHOICES.test} ctest nextest phpunit tox nox`,
  lint: `${CHOICES.lint} golangci rubocop shellcheck yamllint markdownlint stylelint ansible-lint`,
  format: `${CHOICES.format} fmt`,
  types: "tsc mypy pyright",
} as const;

/** The description of a target that does a job. */
export const DOES = {
  test: "Run the tests",
  testOne: "Run only the test with this name",
  lint: "Lint the code",
  format: "Format the code",
  checkFormat: "Check the format",
  types: "Check the types",
  build: "Build",
  compile: "Compile",
  run: "Run the program",
  install: "Install the dependencies",
  add: "Add a dependency",
  addForDevelopment: "Add a development dependency",
  remove: "Remove a dependency",
  update: "Update the dependencies",
  updateOne: "Update a dependency",
  previewSite: "Preview the site",
  buildSite: "Build the site",
} as const;

/** Whether it is a package manager that runs the scripts of package.json. */
export function isScriptManager(program: string): boolean {
  return choicesFor("package-manager").includes(program);
}

/** Programs that only work with a file of their own in the project. */
const BUILD_TOOLS =
  "npm pnpm yarn bun npx make gmake just task cargo go bundle rake mix uv poetry pdm pipenv gradle ./gradlew mvn ./mvnw cmake meson ninja composer dotnet sbt lein stack cabal zig swift terraform tofu";

export function isBuildTool(program: string): boolean {
  return BUILD_TOOLS.split(" ").includes(program);
}

/** Subcommands of these managers: a script of the same name needs `run`. */
export const MANAGER_VERBS =
  "add approve-builds audit bin cache ci config create dedupe deploy dev-dependencies dlx env exec fetch global help i import info init install licenses link list login logout ls node npm outdated pack patch pkg plugin pm prune publish rb rebuild remove repl rm root run self-update server set setup store un uninstall unlink up update upgrade upgrade-interactive version view whoami why workspace workspaces x";
