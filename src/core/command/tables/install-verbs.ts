/** What one package manager calls the act of another: `npm ci` is `pnpm install --frozen-lockfile`. */

/** Each act, as every manager writes it. `…` stands for the packages. */
const ACTS: readonly Readonly<Record<string, string>>[] = [
  {
    npm: "ci",
    pnpm: "install --frozen-lockfile",
    yarn: "install --immutable",
    bun: "install --frozen-lockfile",
  },
  { npm: "install …", pnpm: "add …", yarn: "add …", bun: "add …", pip: "install …", uv: "add …", poetry: "add …" },
  { npm: "uninstall …", pnpm: "remove …", yarn: "remove …", bun: "remove …", pip: "uninstall …", uv: "remove …" },
  { npm: "exec …", pnpm: "exec …", yarn: "exec …", bun: "x …" },
  { npm: "audit fix", pnpm: "audit --fix" },
  { pip: "freeze", uv: "pip freeze" },
  { pip: "list", uv: "pip list" },
];

const SAME_ACTS = /^(?:install|run|test|start|publish|run-script|stop|build)$/;
const OTHER_NAMES: Readonly<Record<string, string>> = {
  i: "install",
  add: "install",
  un: "uninstall",
  rm: "uninstall",
};

/** The arguments for the other manager; undefined if it is not known how it does this. */
export function sameAct(args: readonly string[], from: string, to: string): readonly string[] | undefined {
  const [given = "", ...rest] = args;
  const verb = OTHER_NAMES[given] ?? given;
  const longer = ACTS.find((row) => row[from] === `${given} ${rest[0]}` && row[to] !== undefined);
  if (longer !== undefined) return [...longer[to]!.split(" "), ...rest.slice(1)];
  const hasPackages = rest.some((word) => !word.startsWith("-"));
  const act = ACTS.find((row) => row[from] === (hasPackages ? `${verb} …` : verb) && row[to] !== undefined);
  if (act !== undefined) return [...act[to]!.replace(" …", "").split(" "), ...rest];
  return SAME_ACTS.test(verb) && isScripted(from) && isScripted(to) ? args : undefined;
}

const isScripted = (manager: string): boolean => /^(?:npm|pnpm|yarn|bun)$/.test(manager);

export const isManager = (program: string): boolean => ACTS.some((row) => row[program] !== undefined);
