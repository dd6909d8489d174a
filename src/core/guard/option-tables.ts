/** Tables for patterns: short and long names of one option, programs with bundled letters, and values that are no operands. */

/** Spellings of one option, by program and verb; the first row that fits by its words counts. */
const SAME_OPTION: Readonly<Record<string, string>> = {
  "git push": "-f/--force -d/--delete -u/--set-upstream -n/--dry-run",
  "git commit": "-n/--no-verify -a/--all -m/--message -s/--signoff",
  "git add": "-A/--all/--no-ignore-removal -u/--update -f/--force -p/--patch -i/--interactive",
  "git clean": "-f/--force -n/--dry-run",
  "git branch": "-d/--delete -f/--force -m/--move",
  "git checkout": "-f/--force",
  "git switch": "-f/--force/--discard-changes -c/--create -C/--force-create",
  "git fetch": "-f/--force -p/--prune",
  "git rebase": "-i/--interactive",
  "git rm": "-f/--force",
  "git stash": "-u/--include-untracked -a/--all",
  "git tag": "-d/--delete -f/--force -a/--annotate -s/--sign",
  rm: "-r/-R/--recursive -f/--force",
  cp: "-r/-R/--recursive -f/--force",
  mv: "-f/--force",
  chmod: "-R/--recursive",
  chown: "-R/--recursive",
  npm: "-g/--global -D/--save-dev -f/--force -E/--save-exact",
  pnpm: "-g/--global -D/--save-dev -r/--recursive -w/--workspace-root",
  yarn: "-D/--dev -E/--exact",
  pip: "-U/--upgrade -e/--editable -r/--requirement",
  "docker run": "-d/--detach -i/--interactive -t/--tty",
  "docker compose": "-v/--volumes -d/--detach",
  docker: "-a/--all -f/--force -v/--volumes",
  kubectl: "-n/--namespace -f/--filename",
  helm: "-n/--namespace",
  curl: "-k/--insecure",
  pytest: "-x/--exitfirst -k/--keyword",
  jest: "-u/--updateSnapshot -i/--runInBand -w/--maxWorkers",
  vitest: "-u/--update",
  make: "-j/--jobs -B/--always-make -C/--directory",
  "gh pr create": "-d/--draft -t/--title -b/--body -B/--base -H/--head -f/--fill -w/--web",
  "gh pr merge": "-m/--merge -s/--squash -r/--rebase -d/--delete-branch",
};

/** The spellings of an option for a command; more words are more exact: `docker compose` before `docker`. */
export function spellingsOf(option: string, program: string, words: readonly string[]): readonly string[] {
  for (let length = Math.min(2, words.length); length >= 0; length -= 1) {
    const row = SAME_OPTION[[program, ...words.slice(0, length)].join(" ")];
    const names = row
      ?.split(" ")
      .map((group) => group.split("/"))
      .find((group) => group.includes(option));
    if (names !== undefined) return names;
  }
  return [option];
}

const BUNDLING = new Set(
  "git rm cp mv ls ln tar grep egrep rg sed rsync curl wget docker podman ps du df mkdir chmod chown psql pytest npm pnpm make tee touch jest vitest".split(
    " ",
  ),
);

/** `-rf` is `-r -f`; elsewhere it may be one long option, as in `terraform -auto-approve`. */
export const isBundling = (program: string): boolean => BUNDLING.has(program);

/** Programs that read `--x` and `-x` alike. */
const ONE_DASH = new Set("terraform tofu terragrunt go vault consul nomad packer".split(" "));

export const optionName = (name: string, program: string): string =>
  ONE_DASH.has(program) ? name.replace(/^--(?=.)/, "-") : name;

/** Options of a verb whose value is the next word; those of the program itself are in the table of programs. */
const VERB_VALUES: Readonly<Record<string, string>> = {
  "git checkout": "-b -B --orphan",
  "git switch": "-c -C --create --force-create --orphan",
  "git commit": "-m -F -C -c -t --message --file --author --date --fixup --squash --trailer --cleanup",
  "git push": "-o --push-option --repo --receive-pack --exec",
  "git tag": "-m -F -u --message --file --local-user --sort --points-at",
  "git log": "-n --author --since --until --grep --format --max-count -S -G -L",
  "git stash": "-m --message",
  "git merge": "-m -s -X --message --strategy",
  "git rebase": "-x --exec --onto -s -X",
  "git branch": "-u --set-upstream-to --sort",
  "git worktree": "-b -B",
  "git clone": "-b --branch --depth -o --origin",
  "docker run":
    "-e --env -v --volume -p --publish --name -w --workdir --network -u --user -h --hostname -l --label --entrypoint -m --mount",
  "docker build": "-t --tag -f --file --build-arg --target --platform",
  "gh pr": "-t --title -b --body -B --base -H --head -l --label -r --reviewer -a --assignee -F --body-file",
  "gh issue": "-t --title -b --body -l --label -a --assignee -F --body-file",
  "kubectl create": "--image --from-literal --from-file",
  "npm publish": "--tag --access --otp",
  "cargo test": "-p --package --test --bin --example --features -F -j --jobs --manifest-path --target",
};

export function takesValue(option: string, program: string, words: readonly string[]): boolean {
  return ` ${VERB_VALUES[[program, words[0] ?? ""].join(" ")] ?? ""} `.includes(` ${option} `);
}
