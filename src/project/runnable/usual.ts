/** What the tool of a file can always do in a project that has this file: one table. */
import type { Target } from "../../core/plan/material.ts";
import { readTables } from "./toml-tables.ts";
import { below, isPlainName, type Tree, told, upward } from "./tree.ts";

type Usual = {
  /** The first that is there counts. */
  readonly files: readonly string[];
  /** True where the tool finds its file upward from anywhere below. */
  readonly fromBelow?: true;
  /** Further files that have to be there. */
  readonly with?: readonly string[];
  readonly runs: readonly (readonly [run: string, description: string])[];
};

export const USUAL: readonly Usual[] = [
  {
    files: ["Cargo.toml"],
    fromBelow: true,
    runs: [
      ["cargo build", "Compile the crate"],
      ["cargo build --release", "Compile optimised for release"],
      ["cargo test", "Run the tests"],
      ["cargo check", "Check that it compiles"],
      ["cargo doc", "Build the documentation"],
      ["cargo clean", "Remove what was built"],
      ["cargo update", "Update the dependencies"],
    ],
  },
  { files: ["Cargo.toml"], with: ["src/main.rs"], fromBelow: true, runs: [["cargo run", "Run the program"]] },
  { files: ["rustfmt.toml", ".rustfmt.toml"], fromBelow: true, runs: [["cargo fmt", "Format the code"]] },
  { files: ["clippy.toml", ".clippy.toml"], fromBelow: true, runs: [["cargo clippy", "Lint the code"]] },
  {
    files: ["go.mod"],
    fromBelow: true,
    runs: [
      ["go build ./...", "Compile all packages"],
      ["go test ./...", "Run the tests"],
      ["go vet ./...", "Look for mistakes in the code"],
      ["go mod tidy", "Tidy the modules"],
      ["go mod download", "Download the modules"],
    ],
  },
  { files: ["main.go"], with: ["go.mod"], runs: [["go run .", "Run the program"]] },
  { files: [".golangci.yml", ".golangci.yaml"], fromBelow: true, runs: [["golangci-lint run", "Lint the code"]] },
  { files: ["Dockerfile"], runs: [["docker build .", "Build the container image"]] },
  {
    files: ["mkdocs.yml"],
    runs: [
      ["mkdocs serve", "Preview the site"],
      ["mkdocs build", "Build the site"],
    ],
  },
  {
    files: ["hugo.toml", "hugo.yaml", "hugo.json"],
    runs: [
      ["hugo server", "Preview the site"],
      ["hugo", "Build the site"],
    ],
  },
  {
    files: ["_config.yml"],
    with: ["Gemfile"],
    runs: [
      ["bundle exec jekyll serve", "Preview the site"],
      ["bundle exec jekyll build", "Build the site"],
    ],
  },
  {
    files: ["main.tf", "versions.tf", "terraform.tf"],
    runs: [
      ["terraform init", "Initialise the working directory"],
      ["terraform plan", "Show what would change"],
      ["terraform validate", "Check the configuration"],
      ["terraform fmt", "Format the configuration"],
    ],
  },
  {
    files: ["CMakeLists.txt"],
    runs: [
      ["cmake -B build", "Configure the build"],
      ["cmake --build build", "Compile"],
      ["ctest --test-dir build", "Run the tests"],
    ],
  },
  {
    files: ["meson.build"],
    runs: [
      ["meson setup build", "Configure the build"],
      ["meson compile -C build", "Compile"],
      ["meson test -C build", "Run the tests"],
    ],
  },
  {
    files: ["mix.exs"],
    runs: [
      ["mix test", "Run the tests"],
      ["mix deps.get", "Install the dependencies"],
      ["mix compile", "Compile"],
      ["mix format", "Format the code"],
    ],
  },
  { files: ["Gemfile"], runs: [["bundle install", "Install the dependencies"]] },
  { files: [".rspec"], with: ["Gemfile"], runs: [["bundle exec rspec", "Run the tests"]] },
  {
    files: ["gradlew"],
    runs: [
      ["./gradlew build", "Build"],
      ["./gradlew test", "Run the tests"],
    ],
  },
  {
    files: ["pom.xml"],
    runs: [
      ["mvn package", "Build"],
      ["mvn test", "Run the tests"],
    ],
  },
  { files: [".pre-commit-config.yaml"], runs: [["pre-commit run --all-files", "Run the pre-commit hooks"]] },
  { files: ["composer.json"], runs: [["composer install", "Install the dependencies"]] },
];

export function usualTargets(tree: Tree): Target[] {
  const found = USUAL.flatMap(({ files, fromBelow, with: further = [], runs }): Target[] => {
    const places = fromBelow === true ? upward(tree.here) : [tree.here];
    const file = places.flatMap((place) => files.map((name) => below(place, name))).find(tree.exists);
    if (file === undefined) return [];
    const place = file.includes("/") ? file.slice(0, file.lastIndexOf("/")) : "";
    if (!further.every((name) => tree.exists(below(place, name)))) return [];
    return runs.map(([run, description]) => ({ name: nameOf(run), run, file, kind: "usual", description }));
  });
  return [...found, ...benches(tree), ...cargoAliases(tree), ...rakeTasks(tree)];
}

/** What is said after the program: `test` of `cargo test`. */
function nameOf(run: string): string {
  const words = run.split(" ").filter((word) => /^[a-z][\w-]*$/.test(word));
  return words.slice(1).join(" ") || words[0] || run;
}

function benches(tree: Tree): Target[] {
  if (!tree.exists("Cargo.toml") || tree.names("benches").length === 0) return [];
  return [{ name: "bench", run: "cargo bench", file: "Cargo.toml", kind: "usual", description: "Run the benchmarks" }];
}

function cargoAliases(tree: Tree): Target[] {
  const file = ".cargo/config.toml";
  const aliases = readTables(tree.read(file) ?? "").get("alias") ?? new Map<string, string>();
  return [...aliases]
    .filter(([name]) => isPlainName(name))
    .slice(0, MOST)
    .map(([name, body]) => ({ name, run: `cargo ${name}`, file, kind: "defined", ...told({ body: `cargo ${body}` }) }));
}

const MOST = 100;

function rakeTasks(tree: Tree): Target[] {
  const file = below(tree.here, "Rakefile");
  const lines = (tree.read(file) ?? "").split(/\r?\n/);
  return lines.flatMap((line, at): Target[] => {
    const name = /^\s*task\s+:?["']?([\w:]+)/.exec(line)?.[1];
    if (name === undefined || !isPlainName(name)) return [];
    const description = /^\s*desc\s+["'](.*)["']/.exec(lines[at - 1] ?? "")?.[1];
    return [{ name, run: `rake ${name}`, file, kind: "defined", ...told({ description }) }];
  });
}
