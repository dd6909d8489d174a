/** Commands that a tool always has in a project with its file: `cargo test` if there is a Cargo.toml. */
import { DOES } from "../../../../core/command/tables/tools.ts";
import type { ProjectTarget } from "../../../../core/plan/material.ts";
import { keyed, membersOf, readToml, texts } from "../build-file-formats.ts";
import { below, isPlainName, nearestFile, type ProjectTree, parentFolder, targetFrom } from "../project-tree.ts";

type ToolDefaults = {
  /** The first that exists counts. */
  readonly files: readonly string[];
  /** Whether the tool finds its file from any folder below. */
  readonly fromBelow?: true;
  /** Further files that must exist. */
  readonly with?: readonly string[];
  readonly runs: readonly (readonly [run: string, description: string])[];
};

export const TOOL_DEFAULTS: readonly ToolDefaults[] = [
  {
    files: ["Cargo.toml"],
    fromBelow: true,
    runs: [
      ["cargo build", "Compile the crate"],
      ["cargo build --release", "Compile optimised for release"],
      ["cargo test", DOES.test],
      ["cargo check", "Check that it compiles"],
      ["cargo clippy", DOES.lint],
      ["cargo test <name>", DOES.testOne],
      ["cargo fmt", DOES.format],
      ["cargo fmt --check", DOES.checkFormat],
      ["cargo add <name>", DOES.add],
      ["cargo add --dev <name>", DOES.addForDevelopment],
      ["cargo remove <name>", DOES.remove],
      ["cargo update -p <name>", DOES.updateOne],
      ["cargo doc", "Build the documentation"],
      ["cargo clean", "Remove what was built"],
      ["cargo update", DOES.update],
    ],
  },
  { files: ["Cargo.toml"], with: ["src/main.rs"], fromBelow: true, runs: [["cargo run", DOES.run]] },
  {
    files: ["go.mod"],
    fromBelow: true,
    runs: [
      ["go build ./...", "Compile all packages"],
      ["go test ./...", DOES.test],
      ["go vet ./...", "Look for mistakes in the code"],
      ["go mod tidy", "Tidy the modules"],
      ["go mod download", "Download the modules"],
    ],
  },
  { files: ["main.go"], with: ["go.mod"], runs: [["go run .", DOES.run]] },
  { files: [".golangci.yml", ".golangci.yaml"], fromBelow: true, runs: [["golangci-lint run", DOES.lint]] },
  { files: ["Dockerfile"], runs: [["docker build .", "Build the container image"]] },
  {
    files: ["mkdocs.yml"],
    runs: [
      ["mkdocs serve", DOES.previewSite],
      ["mkdocs build", DOES.buildSite],
    ],
  },
  {
    files: ["hugo.toml", "hugo.yaml", "hugo.json"],
    runs: [
      ["hugo server", DOES.previewSite],
      ["hugo", DOES.buildSite],
    ],
  },
  {
    files: ["_config.yml"],
    with: ["Gemfile"],
    runs: [
      ["bundle exec jekyll serve", DOES.previewSite],
      ["bundle exec jekyll build", DOES.buildSite],
    ],
  },
  {
    files: ["main.tf", "versions.tf", "terraform.tf"],
    runs: [
      ["terraform init", "Initialise the working directory"],
      ["terraform plan", "Show what would change"],
      ["terraform apply", "Apply the changes"],
      ["terraform validate", "Check the configuration"],
      ["terraform fmt", "Format the configuration"],
    ],
  },
  {
    files: ["CMakeLists.txt"],
    runs: [
      ["cmake -B build", "Configure the build"],
      ["cmake --build build", DOES.compile],
      ["ctest --test-dir build", DOES.test],
    ],
  },
  {
    files: ["meson.build"],
    runs: [
      ["meson setup build", "Configure the build"],
      ["meson compile -C build", DOES.compile],
      ["meson test -C build", DOES.test],
    ],
  },
  {
    files: ["mix.exs"],
    runs: [
      ["mix test", DOES.test],
      ["mix deps.get", DOES.install],
      ["mix compile", DOES.compile],
      ["mix format", DOES.format],
    ],
  },
  { files: ["Gemfile"], runs: [["bundle install", DOES.install]] },
  { files: [".rspec"], with: ["Gemfile"], runs: [["bundle exec rspec", DOES.test]] },
  {
    files: ["gradlew"],
    runs: [
      ["./gradlew build", DOES.build],
      ["./gradlew test", DOES.test],
    ],
  },
  {
    files: ["pom.xml"],
    runs: [
      ["mvn package", DOES.build],
      ["mvn test", DOES.test],
    ],
  },
  { files: [".pre-commit-config.yaml"], runs: [["pre-commit run --all-files", "Run the pre-commit hooks"]] },
  { files: ["composer.json"], runs: [["composer install", DOES.install]] },
];

export async function toolDefaults(tree: ProjectTree): Promise<ProjectTarget[]> {
  const found = TOOL_DEFAULTS.map(async ({ files, fromBelow, with: further = [], runs }): Promise<ProjectTarget[]> => {
    const file = nearestFile(tree, files, fromBelow === true ? undefined : [tree.here]);
    if (file === undefined || !further.every((name) => tree.exists(below(parentFolder(file), name)))) return [];
    const values = file.endsWith(".toml") ? dependenciesIn(await readToml(tree.read(file) ?? "")) : [];
    return runs.map(([run, description]) => ({
      ...{ name: targetName(run), run, file, kind: "usual", description },
      ...(/ (?:remove|update) .*</.test(run) && { values }),
    }));
  });
  const cargo = [...(await cargoMembers(tree)), ...benches(tree), ...(await cargoAliases(tree))];
  return [...(await Promise.all(found)).flat(), ...git(tree), ...cargo, ...rakeTasks(tree)];
}

function git(tree: ProjectTree): ProjectTarget[] {
  if (tree.names(".git").length === 0 && !tree.exists(".git")) return [];
  return [
    { name: "branch", run: "git switch -c <branch>", file: ".git", kind: "usual", description: "Create a branch" },
  ];
}

const OF_MEMBER: readonly (readonly [run: string, description: string])[] = [
  ["cargo test -p", DOES.test],
  ["cargo build -p", DOES.compile],
  ["cargo run -p", DOES.run],
  ["cargo add -p", DOES.add],
];

async function cargoMembers(tree: ProjectTree): Promise<ProjectTarget[]> {
  const file = "Cargo.toml";
  const read = async (folder: string) => readToml(tree.read(below(folder, file)) ?? "");
  const folders = texts(keyed(await read(""), "workspace", "members")).flatMap((member) => {
    const parent = member.endsWith("/*") ? member.slice(0, -2) : undefined;
    if (parent !== undefined) return tree.names(parent).map((name) => below(parent, name));
    return member.includes("*") ? [] : [member];
  });
  const targets = await Promise.all(
    folders.slice(0, MOST).map(async (folder): Promise<ProjectTarget[]> => {
      const name = keyed(await read(folder), "package", "name");
      if (typeof name !== "string" || !isPlainName(name)) return [];
      const runs = OF_MEMBER.filter(([run]) => run !== "cargo run -p" || tree.exists(below(folder, "src/main.rs")));
      return runs.map(([run, description]) => ({
        name: `${run.split(" ")[1]} ${name}`,
        run: `${run} ${name}${run === "cargo add -p" ? " <name>" : ""}`,
        ...{ file: below(folder, file), kind: "usual", description },
      }));
    }),
  );
  return targets.flat();
}

/** Of a Cargo.toml. */
function dependenciesIn(manifest: unknown): string[] {
  return [...membersOf(manifest), ...membersOf(keyed(manifest, "workspace"))].flatMap(([table, entries]) =>
    table.endsWith("dependencies") ? membersOf(entries).map(([name]) => name) : [],
  );
}

/** The words after the program: `test` of `cargo test`. */
function targetName(run: string): string {
  const words = run.split(" ").filter((word) => /^[a-z][\w-]*$/.test(word));
  return words.slice(1).join(" ") || words[0] || run;
}

function benches(tree: ProjectTree): ProjectTarget[] {
  if (!tree.exists("Cargo.toml") || tree.names("benches").length === 0) return [];
  return [{ name: "bench", run: "cargo bench", file: "Cargo.toml", kind: "usual", description: "Run the benchmarks" }];
}

async function cargoAliases(tree: ProjectTree): Promise<ProjectTarget[]> {
  const file = ".cargo/config.toml";
  return membersOf(keyed(await readToml(tree.read(file) ?? ""), "alias"))
    .filter(([name]) => isPlainName(name))
    .slice(0, MOST)
    .map(([name, body]) =>
      targetFrom({ name, run: `cargo ${name}`, file }, { body: `cargo ${texts(body).join(" ")}` }),
    );
}

const MOST = 100;

function rakeTasks(tree: ProjectTree): ProjectTarget[] {
  const file = below(tree.here, "Rakefile");
  const lines = (tree.read(file) ?? "").split(/\r?\n/);
  return lines.flatMap((line, at): ProjectTarget[] => {
    const name = /^\s*task\s+:?["']?([\w:]+)/.exec(line)?.[1];
    if (name === undefined || !isPlainName(name)) return [];
    const description = /^\s*desc\s+["'](.*)["']/.exec(lines[at - 1] ?? "")?.[1];
    return [targetFrom({ name, run: `rake ${name}`, file }, { description })];
  });
}
