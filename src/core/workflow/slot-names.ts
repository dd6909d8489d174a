/** Names a slot: by the option before it, its position after the command, or the look of its values. */

type SlotPlace = {
  readonly family: string;
  /** The option, assignment or operator that the value belongs to. */
  readonly before: string | undefined;
  /** Counted from 0 among the operands after the family's own words. */
  readonly operand: number;
  readonly values: readonly string[];
};

/** Undefined if none of these gives a name. */
export function slotName({ family, before, operand, values }: SlotPlace): string | undefined {
  const [program = ""] = family.split(" ");
  if (before !== undefined) {
    const byOption = OPTIONS.get(`${family} ${before}`) ?? OPTIONS.get(`${program} ${before}`) ?? OPTIONS.get(before);
    if (byOption !== undefined) return byOption;
    if (/^[A-Za-z_]\w*=$/.test(before)) return wordName(before.slice(0, -1));
    if (/^--[a-z]/i.test(before)) return wordName(before.replace(/^--|=$/g, ""));
    if (/[<>]$/.test(before)) return "file";
  }
  const names = (OPERANDS.get(family) ?? OPERANDS.get(program))?.split(" ");
  return names?.[Math.min(operand, names.length - 1)] ?? lookName(values);
}

/** Whether an option takes no value, so that the next word is an operand. */
export function isFlag(option: string, family: string): boolean {
  if (OPTIONS.has(`${family} ${option}`)) return false;
  return option.startsWith("--no-") || FLAGS.has(option) || FLAGS.has(`${family} ${option}`);
}

const FLAGS = new Set([
  ..."-- -y -r -R -rf -q -A -D -it -v --force --all --watch --rm --dry-run --verbose --quiet --recursive".split(" "),
  ..."--set-upstream --save-dev --dev --global --delete --amend --hard --soft --staged --cached --help".split(" "),
  ...["git push -u", "git push -f", "git checkout -f", "git branch -f", "git stash push -u", "git clean -f"],
  ...["npm install -g", "npm i -g", "docker run -d", "docker compose up -d", "docker rm -f", "git commit -a", "cp -a"],
]);

function wordName(text: string): string {
  return text.toLowerCase().replaceAll("_", "-").replace(/^-+/, "").slice(0, 30);
}

const LOOKS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ["url", /^(?:[a-z][a-z0-9+.-]*:\/\/|git@)\S+$/i],
  ["version", /^v?\d+\.\d+(?:\.\d+)?(?:[-+.]\w+)*$/],
  ["number", /^#?\d+$/],
  ["path", /^(?:~|\.{1,2})?\/|\/|^\.$|\.\w{1,8}$/],
];

function lookName(values: readonly string[]): string | undefined {
  return LOOKS.find(([, pattern]) => values.every((value) => pattern.test(value)))?.[0];
}

/** By family and option, by program and option, or by option alone. */
const OPTIONS = namedBy({
  message: "-m, -am, --message",
  branch: "-b, -B, --branch, git switch -c, git push -d, git branch -d, git branch -D, git branch -m",
  command: "-c",
  directory: "-C, tar -C",
  data: "-d",
  expression: "-e",
  file: "-f, curl -o, tar -f",
  group: "-g",
  header: "-H",
  host: "-h",
  input: "-i",
  filter: "-k",
  label: "-l",
  number: "-n",
  output: "-o",
  port: "-p, docker -p",
  target: "-t",
  user: "-u, -U",
  volume: "docker run -v",
  workspace: "-w",
  method: "-X",
  setting: "git -c",
  tag: "git tag -a, git tag -d, docker build -t, docker buildx build -t",
  env: "docker run -e",
  name: "docker run --name",
  namespace: "kubectl -n, helm -n",
  container: "kubectl -c",
  selector: "kubectl -l",
  pattern: "npm test -t, jest -t, vitest -t, pytest -k",
  marker: "pytest -m",
  module: "python -m",
  title: "gh pr create -t, gh issue create -t",
  body: "gh pr create -b, gh issue create -b",
  "key-file": "ssh -i",
  database: "psql -d",
  session: "tmux -t, tmux -s",
});

/** Operands in order; the last name is used for all that follow. */
const OPERANDS = namedBy({
  path:
    "git add, git diff, git log, git mv, git restore, git rm, git stash push, npm test, bun test, go run, " +
    "docker build, cat, cd, code, eslint, jest, mkdir, nano, nvim, prettier, pytest, rm, rspec, touch, " +
    "vim, vitest",
  "branch start": "git branch",
  "branch path": "git checkout",
  commit: "git cherry-pick, git revert, git show",
  "url directory": "git clone",
  "remote branch": "git fetch, git pull, git push",
  branch: "git merge, git rebase, git switch",
  "name url": "git remote add",
  "commit path": "git reset",
  "tag commit": "git tag",
  "path branch": "git worktree add",
  number: "gh pr checkout, gh pr merge, gh pr view, gh issue view",
  run: "gh run view",
  package:
    "npm install, npm i, npm uninstall, pnpm add, pnpm remove, yarn add, yarn remove, bun add, " +
    "pip install, uv add, poetry add, cargo add, cargo install, go get, go test, brew install, " +
    "apt install, apt-get install, gem install",
  version: "npm version",
  "package tag": "npm dist-tag add",
  name: "cargo test",
  "container command": "docker exec",
  container: "docker logs, docker rm, docker start, docker stop",
  image: "docker pull, docker push, docker rmi",
  "image command": "docker run",
  "image tag": "docker tag",
  service:
    "docker compose up, docker compose logs, docker compose restart, systemctl restart, systemctl start, " +
    "systemctl stop, systemctl status",
  "service command": "docker compose exec",
  "resource name": "kubectl get, kubectl describe, kubectl delete",
  pod: "kubectl logs",
  "pod command": "kubectl exec",
  "release chart": "helm install, helm upgrade",
  workspace: "terraform workspace select",
  "mode path": "chmod",
  "source target": "cp, mv, rsync, scp",
  database: "createdb, dropdb, pg_dump, psql",
  url: "curl, wget",
  process: "kill",
  "host command": "ssh",
});

/** Each of the commands in a row, with the row's name. */
function namedBy(rows: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(Object.entries(rows).flatMap(([name, commands]) => commands.split(", ").map((one) => [one, name])));
}
