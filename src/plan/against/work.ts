/** Kinds of work that a project has one command for (tests, builds, adding packages), and tools that exclude each other. */

import {
  type ParsedCommand as Act,
  argText,
  hasOption,
  hasVerb,
  isOneOf,
  operands,
} from "../../core/command/parsed-command.ts";
import { keyFor, optionsOf } from "../../core/record/key.ts";
import { described } from "./phrase.ts";
import type { Deed, Scene } from "./scene.ts";
import { isProgramToken } from "./shown.ts";
import { cutWords, programName } from "./words.ts";

const RUNNERS: Readonly<Record<string, string>> = {
  test: "jest vitest mocha ava pytest rspec phpunit ctest",
  lint: "eslint oxlint flake8 pylint ruff golangci-lint",
  format: "prettier black dprint",
  typecheck: "tsc mypy pyright",
  build: "webpack vite rollup esbuild tsup",
};

const SAME_WORLD: readonly string[] = [
  "npm pnpm yarn bun npx jest vitest mocha ava eslint oxlint prettier biome tsc webpack vite rollup esbuild tsup node deno",
  "pip pip3 poetry uv pipenv pdm conda python python3 pytest flake8 pylint ruff black mypy pyright tox nox",
  "cargo rustc",
  "go golangci-lint gofmt",
  "gem bundle rake rspec ruby",
  "composer php phpunit",
  "kubectl helm kustomize argocd",
  "docker podman buildah docker-compose nerdctl",
  "apt apt-get dnf yum brew pacman snap zypper apk",
  "terraform tofu pulumi",
];

const LANGUAGES: Readonly<Record<string, number>> = {
  rust: 2,
  python: 1,
  go: 3,
  ruby: 4,
  php: 5,
  javascript: 0,
  typescript: 0,
  node: 0,
  js: 0,
  frontend: 0,
};

const worldOf = (program: string): number =>
  SAME_WORLD.findIndex((programs) => ` ${programs} `.includes(` ${program} `));

/** Of two languages: a project may have both. */
function areApart(one: string, other: string): boolean {
  const [first, second] = [worldOf(programName(one)), worldOf(programName(other))];
  return first >= 0 && second >= 0 && first !== second;
}

/** Whether the command does this work with something other than `use`. */
export function isDoingWork(doing: string, use: string, deed: Deed, scene: Scene): boolean {
  const [program = ""] = cutWords(use);
  const isRunner = /^(?:npm|pnpm|yarn|bun|make|just|cargo|go|npx|node|python3?|bundle|mix|gradle|\.\/)/.test(program);
  const language = cutWords(doing.toLowerCase())
    .map((word) => LANGUAGES[word])
    .find((world) => world !== undefined);
  const world = worldOf(deed.act.program);
  if ((language !== undefined && world !== language) || areApart(program, deed.act.program)) return false;
  // A single file may be checked in any way.
  if (operands(deed.act).some(({ value }) => /\.(?:test|spec)\.\w+$|_test\.\w+$|::/.test(value))) return false;
  const work = workOf(doing);
  if (work !== undefined && isPlain(doing)) {
    const isScript = isRunner || /^(?:task|rake|mage|tox|nox|hatch|dotnet|mvn)/.test(program);
    if (isScript || programName(program) === program)
      return (isScript || worldOf(program) === world) && activityIn(deed.act) === work;
  }
  if (!isProgramToken(program.toLowerCase()) || world < 0 || world !== worldOf(programName(program))) return false;
  return described(doing, deed, scene) !== undefined;
}

const isPlain = (doing: string): boolean =>
  cutWords(doing).filter(
    (word) => !/^(?:the|all|our|unit|run)$/i.test(word) && LANGUAGES[word.toLowerCase()] === undefined,
  ).length <= 1;

function workOf(doing: string): string | undefined {
  const last = cutWords(doing.toLowerCase()).at(-1) ?? "";
  if (/^e2e/.test(doing.toLowerCase())) return "e2e";
  return activityOf(last) || undefined;
}

function activityOf(word: string): string | undefined {
  const plain = word.toLowerCase();
  if (plain.includes("test")) return "test";
  if (/^type ?check/.test(plain)) return "typecheck";
  if (plain === "server" || plain === "dev") return "dev";
  return /^(build|lint|deploy|format|migrat)/.exec(plain)?.[1];
}

function activityIn(act: Act): string | undefined {
  for (const [activity, programs] of Object.entries(RUNNERS)) if (isOneOf(act, programs)) return activity;
  if (!isOneOf(act, "npm pnpm yarn bun make just cargo go rake task mix gradle mvn dotnet")) return undefined;
  const words = operands(act).map(({ value }) => value);
  const name = words[0] === "run" ? words[1] : words[0];
  return name === "t" ? "test" : activityOf((name ?? "").replace(/[:_-].*$/, ""));
}

const TOPICS = new Set("package-manager python-package-manager test-runner formatter linter bundler orm".split(" "));
const ASIDE =
  "view,info,search,login,logout,whoami,ping,config,version,publish,pack,unpublish,dist-tag,owner,token,audit";

type Choice = { readonly key: string; readonly value?: string };

/** A refused tool is not a choice. */
export const choiceIn = (text: string, isRefusing: boolean): Choice => (isRefusing ? { key: "" } : keyFor(text));

/** "Use pnpm" goes against every other package manager. */
export function rivalOf(
  { key, value }: Choice,
  deeds: readonly Deed[],
  isAsking: (deed: Deed) => boolean,
): string | undefined {
  if (value === undefined || !TOPICS.has(key)) return undefined;
  const rivals = optionsOf(key).filter((option) => option !== value.toLowerCase());
  for (const deed of deeds) {
    const used = rivals.find((rival) => isUsing(deed.act, rival));
    const isElsewhere = used !== undefined && areApart(value, used);
    if (
      used !== undefined &&
      !isElsewhere &&
      !isAsking(deed) &&
      !(isOneOf(deed.act, "npm") && hasVerb(deed.act, ASIDE))
    )
      return used;
  }
  return undefined;
}

/** The options of every topic that the command takes one of. */
export function rivalsOf(act: Act): readonly string[] {
  return [...TOPICS]
    .flatMap((key) => {
      const options = optionsOf(key);
      return options.some((option) => isUsing(act, option)) ? options : [];
    })
    .concat(
      EITHER.filter((programs) => programs.split(" ").includes(act.program)).flatMap((programs) => programs.split(" ")),
    );
}

/** Programs that replace each other: "use podman" excludes docker. */
const EITHER: readonly string[] = [
  "podman docker nerdctl",
  "terraform tofu pulumi",
  "make just task mage",
  "mvn gradle ant",
  "nx turbo lerna",
  "flyway liquibase alembic dbmate goose",
  "docker-compose podman-compose",
  "nvm fnm volta asdf mise",
  "apt dnf yum pacman zypper apk",
];
const USES =
  /^(?:please |always |we |i |only |just |you should )*(?:use|prefer|go with|stick with|stick to|work with)\s+(?:only\s+)?`?([\w-]{2,20})`?(?:\s+(?:here|everywhere|only|now|throughout|in this (?:repo|project|repository)|on this machine))*\s*(?:[.,;]|$)/i;

export function eitherOr(text: string, deeds: readonly Deed[]): Choice & { readonly rival?: string } {
  const name = programName(USES.exec(text)?.[1] ?? "");
  const others = EITHER.find((programs) => programs.split(" ").includes(name));
  const rival = deeds.find(({ act }) => act.program !== name && others?.split(" ").includes(programName(act.program)));
  return rival === undefined ? { key: "" } : { key: "either", value: name, rival: rival.act.program };
}

export const isTopic = (key: string): boolean => TOPICS.has(key);

function isUsing(act: Act, option: string): boolean {
  if (option === "node:test") return isOneOf(act, "node") && hasOption(act, "--test");
  if (option === "bun") return isOneOf(act, "bun") && hasVerb(act, "install,i,add,remove,update,link");
  if (option === "pip")
    return (
      /^pip[\d.]*$/.test(act.program) || (/^python[\d.]*$/.test(act.program) && /(?:^| )-m pip\b/.test(argText(act)))
    );
  if (option === "unittest" || option === "pytest")
    return act.program === option || (/^python[\d.]*$/.test(act.program) && argText(act).startsWith(`-m ${option}`));
  if (option === "ruff format") return isOneOf(act, "ruff") && hasVerb(act, "format");
  if (option === "ruff") return isOneOf(act, "ruff") && hasVerb(act, "check");
  if (option === "clippy") return isOneOf(act, "cargo") && hasVerb(act, "clippy");
  return act.program === option || act.program === `${option}-kit`;
}
