/** Tools that test, build and lint a project with known options: they run the project's own code. */
import type { Harmless } from "../../core/command/tables/looking-programs.ts";

/** The known options; anything else is not proven harmless. */
const tool = (only: string, more: Omit<Harmless, "only"> = {}): Harmless => ({ only, isProjectRun: true, ...more });

const JEST = tool(
  "--coverage --ci --watch --watchAll --runInBand -i -t --testNamePattern --verbose --silent --bail -b --passWithNoTests --maxWorkers -w --run --no-coverage --no-watch --findRelatedTests --onlyChanged --testPathPattern --colors --color --detectOpenHandles --forceExit",
);
const PYTEST = tool(
  "-k -x -q -v -s -m -n -l -r --lf --ff --sw --maxfail --tb --cov --no-cov --durations --verbose --quiet --exitfirst --last-failed --failed-first --co --collect-only --disable-warnings --color --no-header",
  { without: /^--cov-report/ },
);
const RUST = tool(
  "--workspace --all --all-features --no-default-features --features -F --release -r -p --package --lib --bin --bins --test --tests --doc --example --examples --all-targets -q -v --quiet --verbose --no-run --nocapture --no-fail-fast --locked --offline --frozen --exact --ignored --test-threads -j --jobs --message-format --keep-going -D -W -A --deny --no-deps",
);
const GO = {
  isProjectRun: true,
  without:
    /^[\w-]+\.[a-z]+\/|^-{1,2}(?!v$|run\b|race$|cover$|short$|count\b|timeout\b|bench\b|benchmem$|failfast$|json$|parallel\b|p\b|tags\b|test\.v$|mod=(?:readonly|vendor)$|cpu\b|shuffle\b)/,
} as const;
const JVM = tool(
  "-q -B --quiet --info --stacktrace --no-daemon --offline -o --batch-mode --parallel --continue -U --tests",
  {
    looks:
      /^(?::?[\w-]+:)*(?:test|check|build|compile|verify|assemble|lint|classes|testClasses|compileJava|compileKotlin|spotlessCheck|ktlintCheck|detekt|package|validate|clean)$|^[A-Z][\w.*#]*$/,
    without: /^(?:clean|.*[Pp]ublish.*|deploy|release|install)$/,
  },
);

export const PROJECT_TOOLS: ReadonlyMap<string, Harmless> = new Map<string, Harmless>([
  ["jest", JEST],
  ["vitest", JEST],
  ["vitest run", JEST],
  ["vitest related", JEST],
  ["ava", tool("--verbose -v --match -m --serial -s --tap -t --fail-fast")],
  ["mocha", tool("-g --grep -b --bail -t --timeout --recursive --exit --parallel --forbid-only --check-leaks")],
  ["c8", tool("--all")],
  ["tap", tool("")],
  [
    "tsc",
    tool(
      "--noEmit -p --project -b --build -w --watch --pretty --skipLibCheck --strict --incremental --listFiles --explainFiles --showConfig --traceResolution --emitDeclarationOnly -v --verbose",
    ),
  ],
  ["vue-tsc", tool("--noEmit -p --project -b --build")],
  ["svelte-check", tool("--tsconfig --threshold --fail-on-warnings")],
  ["tsd", tool("")],
  [
    "eslint",
    tool(
      "--ext --max-warnings --quiet --cache --color --no-color --report-unused-disable-directives --no-error-on-unmatched-pattern --no-warn-ignored",
    ),
  ],
  ["oxlint", tool("--deny-warnings --quiet -D -W -A")],
  ["stylelint", tool("--max-warnings --quiet --allow-empty-input")],
  ["markdownlint", tool("--quiet -q --ignore -i")],
  [
    "prettier",
    tool("--check -c --list-different -l --ignore-unknown -u --no-error-on-unmatched-pattern", {
      needs: "--check -c --list-different -l",
    }),
  ],
  ...rows(
    "biome",
    "check lint ci format",
    tool(
      "--error-on-warnings --max-diagnostics --diagnostic-level --colors --no-errors-on-unmatched --reporter --changed --staged --since",
    ),
  ),
  ...rows("dprint", "check", tool("")),
  ["knip", tool("--production --strict --include --exclude")],
  ["depcheck", tool("")],
  ["madge", tool("--circular --extensions", { needs: "--circular" })],
  [
    "node --test",
    tool(
      "--test --watch --test-only --test-name-pattern --test-skip-pattern --test-concurrency --test-isolation --test-timeout --test-force-exit --experimental-test-coverage --experimental-strip-types --no-warnings --enable-source-maps",
    ),
  ],
  ["bun test", tool("-t --test-name-pattern --coverage --bail --timeout --watch --only")],
  ...rows("deno", "lint check", tool("--all --no-remote --json --quiet -q")),
  ["deno fmt", tool("--check", { needs: "--check" })],
  ["vite build", tool("--mode -m --minify --sourcemap --logLevel -l")],
  ["webpack", tool("--mode --progress --stats")],
  ["rollup", tool("-c --silent", { operands: 0 })],
  ["next build", tool("")],
  ["next lint", tool("--max-warnings --quiet --dir -d")],
  ["astro check", tool("")],
  ["astro build", tool("")],
  ["tsup", tool("--dts --minify --sourcemap --format --watch")],
  ["playwright test", tool("-g --grep --headed --project --workers -j --retries --list --reporter")],

  ["pytest", PYTEST],
  ["py.test", PYTEST],
  ["python -m pytest", PYTEST],
  ["python3 -m pytest", PYTEST],
  ["python -m unittest", tool("-v -f -b -q -k --verbose --failfast", {})],
  ["python3 -m unittest", tool("-v -f -b -q -k --verbose --failfast", {})],
  [
    "ruff check",
    tool("-q -v --quiet --statistics --select --ignore --no-cache --diff --show-files --preview --output-format"),
  ],
  ["ruff format", tool("--check --diff -q", { needs: "--check --diff" })],
  ["black", tool("--check --diff -q -v --quiet --color --line-length -l", { needs: "--check --diff" })],
  ["isort", tool("--check --check-only -c --diff --profile -q", { needs: "--check --check-only -c --diff" })],
  [
    "mypy",
    tool(
      "--strict --ignore-missing-imports -p -m --package --show-error-codes --pretty --no-incremental --namespace-packages",
    ),
  ],
  ["pyright", tool("-p --project --stats --warnings --verifytypes --outputjson")],
  ["flake8", tool("--max-line-length --ignore --select --count --statistics --exclude --show-source")],
  ["pylint", tool("--disable -d --enable -e --errors-only -E -j --jobs --score -r")],

  ...rows("cargo", "test build check clippy bench doc t b c", RUST),
  ["cargo nextest run", RUST],
  ["cargo fmt", tool("--check --all", { needs: "--check" })],
  ...rows("go", "test build vet", GO),
  ["gofmt", { only: "-l -d -s -e", needs: "-l -d", isProjectRun: true }],
  ["golangci-lint run", tool("--timeout -v --fast --new --concurrency --verbose")],
  ["staticcheck", tool("")],

  ["gradle", JVM],
  ["./gradlew", JVM],
  ["mvn", JVM],
  ["./mvnw", JVM],
  ...rows("dotnet", "test build", tool("-c --configuration --no-restore --no-build --filter -v --verbosity --nologo")),
  ...rows("swift", "test build", tool("-c --configuration -v --filter --parallel")),
  ...rows("mix", "test compile", tool("--trace --cover --failed --stale --warnings-as-errors --only --exclude --seed")),
  ["mix format", tool("--check-formatted", { needs: "--check-formatted" })],
  ["mix credo", tool("--strict")],
  ...rows("zig", "test", tool("")),
  ["zig build test", tool("")],
  [
    "rspec",
    tool("-f --format -e --example --tag -t --fail-fast --seed --profile -p --color", {
      without: /^(?:-f|--format=?)[./]/,
    }),
  ],
  ["rubocop", tool("--parallel -P --format -f --only --except --display-cop-names -D", { without: /^[./].*\.rb$/ })],
  ["phpunit", tool("--filter --testsuite --group --stop-on-failure --testdox --colors")],
  ["phpstan analyse", tool("--level -l --no-progress")],
  ["ctest", tool("--output-on-failure -R -E -j -V -VV --parallel --test-dir --rerun-failed -C")],
  ["cmake --build", tool("--build -j --parallel --config", { without: /^--target|^install$|^--$|=/ })],
  ["shellcheck", tool("-x -s -e -S -f --severity --exclude --shell --format")],
  ["hadolint", tool("")],
  ["actionlint", tool("-color -no-color")],
  ["yamllint", tool("-s --strict -f --format")],
  ["tflint", tool("--recursive")],
  ["helm lint", tool("--strict")],
]);

function rows(program: string, verbs: string, row: Harmless): [string, Harmless][] {
  return verbs.split(" ").map((verb) => [`${program} ${verb}`, row]);
}
