/** Targets of a Python project: its scripts and tasks, and the tools that it configures, run by its package manager. */
import { DOES } from "../../../../core/command/tables/tools.ts";
import type { ProjectTarget } from "../../../../core/plan/material.ts";
import { keyed, membersOf, readToml, texts } from "../build-file-formats.ts";
import { below, isPlainName, nearestFile, type ProjectTree, targetFrom } from "../project-tree.ts";

const MANIFEST = "pyproject.toml";
const MOST = 100;

/** By the lock file: the prefix that runs a command in the project's environment, and the command that installs it. */
const RUNNERS: readonly (readonly [lock: string, prefix: string, install: string])[] = [
  ["uv.lock", "uv run ", "uv sync"],
  ["poetry.lock", "poetry run ", "poetry install"],
  ["pdm.lock", "pdm run ", "pdm install"],
  ["Pipfile.lock", "pipenv run ", "pipenv install"],
];

/** Tables of scripts, with the command that runs one of them. */
const SCRIPT_TABLES: readonly (readonly [table: string, run: string])[] = [
  ["project.scripts", ""],
  ["tool.poetry.scripts", ""],
  ["tool.poe.tasks", "poe "],
  ["tool.taskipy.tasks", "task "],
];
const TABLES_WITH_RUNNER: readonly (readonly [table: string, run: string])[] = [
  ["tool.pdm.scripts", "pdm run "],
  ["tool.hatch.envs.default.scripts", "hatch run "],
];

/** Tools, each with the pattern that shows that the project uses it. */
const TOOLS: readonly (readonly [sign: RegExp, name: string, run: string, description: string])[] = [
  [/\bpytest\b/, "test", "pytest", DOES.test],
  [/\bpytest\b/, "failed", "pytest --lf", "Run only the tests that failed last time again"],
  [/\bpytest\b/, "matching", "pytest -k <name>", "Run only the tests with this name"],
  [/\bruff\b/, "lint", "ruff check .", DOES.lint],
  [/\bruff\b/, "format", "ruff format .", DOES.format],
  [/\bblack\b/, "format", "black .", DOES.format],
  [/\bmypy\b/, "types", "mypy .", DOES.types],
  [/\bpyright\b/, "types", "pyright", DOES.types],
];

const DJANGO: readonly (readonly [name: string, description: string])[] = [
  ["runserver", "Start the development server"],
  ["migrate", "Apply the migrations"],
  ["makemigrations", "Write new migrations"],
  ["test", DOES.test],
  ["shell", "Open a Python shell with the project"],
  ["createsuperuser", "Create an admin user"],
  ["collectstatic", "Collect the static files"],
];

export async function pythonTargets(tree: ProjectTree): Promise<ProjectTarget[]> {
  const [, prefix = "", install] = RUNNERS.find(([lock]) => nearestFile(tree, [lock], ["", tree.here])) ?? [];
  const at = (name: string) => below(tree.here, name);
  const text = tree.read(at(MANIFEST)) ?? "";
  const wanted = ["requirements.txt", "requirements-dev.txt", "pytest.ini", "tox.ini", "setup.cfg"];
  const signs = [
    text,
    ...wanted.map((name) => (name === "pytest.ini" && tree.exists(at(name)) ? "pytest" : (tree.read(at(name)) ?? ""))),
  ];
  const file = tree.exists(at(MANIFEST)) ? at(MANIFEST) : at("requirements.txt");
  const tools = TOOLS.filter(([sign]) => signs.some((one) => sign.test(one))).map(
    ([, name, run, description]): ProjectTarget => ({ name, run: `${prefix}${run}`, file, kind: "usual", description }),
  );
  return [
    ...scripts(await readToml(text), prefix, at(MANIFEST)),
    ...tools,
    ...installs(tree, install),
    ...django(tree, prefix),
    ...sessions(tree),
  ];
}

function scripts(manifest: unknown, prefix: string, file: string): ProjectTarget[] {
  const lists = [...SCRIPT_TABLES.map(([table, run]) => [table, `${prefix}${run}`] as const), ...TABLES_WITH_RUNNER];
  return lists.flatMap(([table, run]) =>
    membersOf(keyed(manifest, ...table.split(".")))
      .filter(([name]) => isPlainName(name))
      .slice(0, MOST)
      .map(([name, body]) =>
        targetFrom({ name, run: `${run}${name}`, file }, { body: texts(keyed(body, "cmd") ?? body)[0] }),
      ),
  );
}

function installs(tree: ProjectTree, locked: string | undefined): ProjectTarget[] {
  const requirements = below(tree.here, "requirements.txt");
  const run = locked ?? (tree.exists(requirements) ? "pip install -r requirements.txt" : undefined);
  if (run === undefined) return [];
  const file = locked === undefined ? requirements : below(tree.here, MANIFEST);
  return [{ name: "install", run, file, kind: "usual", description: DOES.install }];
}

function django(tree: ProjectTree, prefix: string): ProjectTarget[] {
  const file = below(tree.here, "manage.py");
  if (!tree.exists(file)) return [];
  return DJANGO.map(([name, description]) => ({
    name,
    run: `${prefix}python manage.py ${name}`,
    file,
    kind: "usual",
    description,
  }));
}

function sessions(tree: ProjectTree): ProjectTarget[] {
  return [["tox.ini", "tox"] as const, ["noxfile.py", "nox"] as const].flatMap(([name, run]): ProjectTarget[] => {
    const file = below(tree.here, name);
    return tree.exists(file)
      ? [{ name: run, run, file, kind: "usual", description: "Run the tests in every environment" }]
      : [];
  });
}
