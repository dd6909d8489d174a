/** Targets of a Python project: its scripts and tasks, and the tools that it configures, run by its package manager. */
import { DOES } from "../../../../core/command/tables/tools.ts";
import type { ProjectTarget } from "../../../../core/plan/material.ts";
import { keyed, membersOf, readToml, texts } from "../build-file-formats.ts";
import { below, isPlainName, nearestFile, type ProjectTree, targetFrom } from "../project-tree.ts";

const MANIFEST = "pyproject.toml";
const MOST = 100;

/** By the lock file: the prefix that runs a command in the project's environment, and the command that installs it. */
type Runner = {
  readonly lock: string;
  readonly prefix: string;
  readonly install: string;
  readonly add: string;
  readonly addForDevelopment: string;
  readonly remove: string;
  readonly updateOne: string;
};

const RUNNERS: readonly Runner[] = [
  {
    lock: "uv.lock",
    prefix: "uv run ",
    install: "uv sync",
    add: "uv add <name>",
    addForDevelopment: "uv add --dev <name>",
    remove: "uv remove <name>",
    updateOne: "uv lock --upgrade-package <name>",
  },
  {
    lock: "poetry.lock",
    prefix: "poetry run ",
    install: "poetry install",
    add: "poetry add <name>",
    addForDevelopment: "poetry add --group dev <name>",
    remove: "poetry remove <name>",
    updateOne: "poetry update <name>",
  },
  {
    lock: "pdm.lock",
    prefix: "pdm run ",
    install: "pdm install",
    add: "pdm add <name>",
    addForDevelopment: "pdm add -d <name>",
    remove: "pdm remove <name>",
    updateOne: "pdm update <name>",
  },
  {
    lock: "Pipfile.lock",
    prefix: "pipenv run ",
    install: "pipenv install",
    add: "pipenv install <name>",
    addForDevelopment: "pipenv install --dev <name>",
    remove: "pipenv uninstall <name>",
    updateOne: "pipenv update <name>",
  },
];
const PACKAGE_TASKS = ["install", "add", "addForDevelopment", "remove", "updateOne"] as const;

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
  [/\bpytest\b/, "matching", "pytest -k <name>", DOES.testOne],
  [/\bruff\b/, "lint", "ruff check .", DOES.lint],
  [/\bruff\b/, "format", "ruff format .", DOES.format],
  [/\bruff\b/, "format-check", "ruff format --check .", DOES.checkFormat],
  [/\bblack\b/, "format", "black .", DOES.format],
  [/\bblack\b/, "format-check", "black --check .", DOES.checkFormat],
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
  const runner = RUNNERS.find(({ lock }) => nearestFile(tree, [lock], ["", tree.here]));
  const prefix = runner?.prefix ?? "";
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
    ...installs(tree, runner, text),
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

function installs(tree: ProjectTree, runner: Runner | undefined, manifest: string): ProjectTarget[] {
  const requirements = below(tree.here, "requirements.txt");
  if (runner === undefined) {
    const run = "pip install -r requirements.txt";
    const target: ProjectTarget = {
      name: "install",
      run,
      file: requirements,
      kind: "usual",
      description: DOES.install,
    };
    return tree.exists(requirements) ? [target] : [];
  }
  const file = below(tree.here, MANIFEST);
  const values = [...manifest.slice(manifest.search(/dependenc/)).matchAll(/"([A-Za-z][\w.-]*)/g)].map(
    ([, name]) => name!,
  );
  return PACKAGE_TASKS.map((task) => ({
    ...{ name: task, run: runner[task], file, kind: "usual", description: DOES[task] },
    ...(/^(?:remove|updateOne)$/.test(task) && { values }),
  }));
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
