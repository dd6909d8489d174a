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
const OPTIONS = new Map(
  Object.entries({
    "-m": "message",
    "-am": "message",
    "--message": "message",
    "-b": "branch",
    "-B": "branch",
    "--branch": "branch",
    "-c": "command",
    "-C": "directory",
    "-d": "data",
    "-e": "expression",
    "-f": "file",
    "-g": "group",
    "-H": "header",
    "-h": "host",
    "-i": "input",
    "-k": "filter",
    "-l": "label",
    "-n": "number",
    "-o": "output",
    "-p": "port",
    "-t": "target",
    "-u": "user",
    "-U": "user",
    "docker run -v": "volume",
    "-w": "workspace",
    "-X": "method",
    "git switch -c": "branch",
    "git -c": "setting",
    "git tag -a": "tag",
    "git tag -d": "tag",
    "git push -d": "branch",
    "git branch -d": "branch",
    "git branch -D": "branch",
    "git branch -m": "branch",
    "docker build -t": "tag",
    "docker buildx build -t": "tag",
    "docker run -e": "env",
    "docker -p": "port",
    "docker run --name": "name",
    "kubectl -n": "namespace",
    "helm -n": "namespace",
    "kubectl -c": "container",
    "kubectl -l": "selector",
    "npm test -t": "pattern",
    "jest -t": "pattern",
    "vitest -t": "pattern",
    "pytest -k": "pattern",
    "pytest -m": "marker",
    "python -m": "module",
    "gh pr create -t": "title",
    "gh pr create -b": "body",
    "gh issue create -t": "title",
    "gh issue create -b": "body",
    "ssh -i": "key-file",
    "psql -d": "database",
    "curl -o": "file",
    "tar -f": "file",
    "tar -C": "directory",
    "tmux -t": "session",
    "tmux -s": "session",
  }),
);

/** Operands in order; the last name is used for all that follow. */
const OPERANDS = new Map(
  Object.entries({
    "git add": "path",
    "git branch": "branch start",
    "git checkout": "branch path",
    "git cherry-pick": "commit",
    "git clone": "url directory",
    "git diff": "path",
    "git fetch": "remote branch",
    "git log": "path",
    "git merge": "branch",
    "git mv": "path",
    "git pull": "remote branch",
    "git push": "remote branch",
    "git rebase": "branch",
    "git remote add": "name url",
    "git reset": "commit path",
    "git restore": "path",
    "git revert": "commit",
    "git rm": "path",
    "git show": "commit",
    "git stash push": "path",
    "git switch": "branch",
    "git tag": "tag commit",
    "git worktree add": "path branch",
    "gh pr checkout": "number",
    "gh pr merge": "number",
    "gh pr view": "number",
    "gh issue view": "number",
    "gh run view": "run",
    "npm install": "package",
    "npm i": "package",
    "npm uninstall": "package",
    "npm test": "path",
    "npm version": "version",
    "npm dist-tag add": "package tag",
    "pnpm add": "package",
    "pnpm remove": "package",
    "yarn add": "package",
    "yarn remove": "package",
    "bun add": "package",
    "bun test": "path",
    "pip install": "package",
    "uv add": "package",
    "poetry add": "package",
    "cargo add": "package",
    "cargo install": "package",
    "cargo test": "name",
    "go get": "package",
    "go test": "package",
    "go run": "path",
    "brew install": "package",
    "apt install": "package",
    "apt-get install": "package",
    "gem install": "package",
    "docker build": "path",
    "docker exec": "container command",
    "docker logs": "container",
    "docker pull": "image",
    "docker push": "image",
    "docker rm": "container",
    "docker rmi": "image",
    "docker run": "image command",
    "docker start": "container",
    "docker stop": "container",
    "docker tag": "image tag",
    "docker compose up": "service",
    "docker compose logs": "service",
    "docker compose restart": "service",
    "docker compose exec": "service command",
    "kubectl get": "resource name",
    "kubectl describe": "resource name",
    "kubectl delete": "resource name",
    "kubectl logs": "pod",
    "kubectl exec": "pod command",
    "helm install": "release chart",
    "helm upgrade": "release chart",
    "systemctl restart": "service",
    "systemctl start": "service",
    "systemctl stop": "service",
    "systemctl status": "service",
    "terraform workspace select": "workspace",
    cat: "path",
    cd: "path",
    chmod: "mode path",
    code: "path",
    cp: "source target",
    createdb: "database",
    curl: "url",
    dropdb: "database",
    eslint: "path",
    jest: "path",
    kill: "process",
    mkdir: "path",
    mv: "source target",
    nano: "path",
    nvim: "path",
    pg_dump: "database",
    prettier: "path",
    psql: "database",
    pytest: "path",
    rm: "path",
    rspec: "path",
    rsync: "source target",
    scp: "source target",
    ssh: "host command",
    touch: "path",
    vim: "path",
    vitest: "path",
    wget: "url",
  }),
);
