/** What people call by a word, and the commands that do it: "restart", "deploy", "tags". One row for each word. */
import { stem } from "../../core/text/stem.ts";
import { type Act, hasOption, operands } from "../risk/act.ts";
import { changedPaths, isAdding, isLooking, isManager, SQL_CLIENTS, sqlOf } from "./scene.ts";

/**
 * `git push` is a program and its subcommand, `a|b` one of these, `*` any word, `-f|--force` an option that has to be
 * there, `!-n` one that must not; `~deploy` is a script of the project whose name has that word, `@edits` a question of
 * its own from the table below.
 */
const DEEDS = `
push = git push; docker|podman push
pull = git pull; docker|podman pull
commit = git commit; git add
merge = git merge; gh pr merge; glab mr merge
rebase = git rebase; git pull --rebase|-r
squash = gh pr merge --squash|-s; git merge --squash
amend = git commit --amend
stash = git stash
cherry-pick = git cherry-pick
revert = git revert
clone = git clone; gh repo clone
tag = git tag !-l|--list|-d; docker|podman tag; docker|podman|buildah build -t|--tag; docker buildx build -t|--tag; docker|podman push
retag = git tag -f|--force; docker|podman tag
deploy = ~deploy; kubectl apply; helm upgrade|install; fly|vercel|netlify|firebase|serverless|sls|cdk|wrangler|kamal|cap|gcloud|sam deploy; ansible-playbook; docker stack deploy; git push heroku|dokku; skaffold run; vercel --prod
publish = ~publish; npm|pnpm|yarn|cargo|poetry|uv|bun|deno publish; yarn npm publish; twine upload; gh release create; docker|podman push; gem push; dotnet nuget push
release = ~release; gh|glab release create; cargo release; goreleaser; npm version; npx release-it; semantic-release
install = @adds; pip install; npm|pnpm|yarn|bun install|i|ci; make install; helm install
add = @adds; git add
depend = @adds
introduce = @adds
uninstall = npm|pnpm|yarn|bun|pip|poetry|uv|cargo|brew|apt|apt-get|dnf|gem|helm|composer remove|uninstall|rm|purge|autoremove
upgrade = npm|pnpm|yarn|bun|cargo|composer|bundle|poetry|uv|mix|go update|upgrade|up; brew|apt|apt-get|dnf|pacman|winget|choco upgrade|dist-upgrade|full-upgrade|update; pip install -U|--upgrade; go get -u; ncu
update = npm|pnpm|yarn|bun|cargo|composer|bundle|poetry|uv|mix|dnf update|upgrade|up; go get -u; ncu; @sql-update; kubectl set|patch|edit
bump = npm|pnpm|yarn version|update|upgrade; cargo update|bump; poetry version|update; ncu
downgrade = alembic downgrade; ~rollback; ~downgrade
build = docker|podman|buildah build; docker buildx|compose build; cargo|go|npm|swift|dotnet|hatch|poetry|mvn|gradle|bazel|vite|next build; ~build; make; webpack
test = ~test; pytest; jest; vitest; mocha; rspec; phpunit; ctest; cargo|go|npm|pnpm|yarn|bun|deno|mix|dotnet|gradle|mvn|swift|flutter test; cargo nextest; tox; nox; playwright|cypress test|run; python manage.py test
restart = systemctl restart; service * restart; docker|podman restart; docker compose restart; docker-compose restart; kubectl rollout restart; pm2|supervisorctl restart; brew services restart; rc-service * restart
reload = systemctl reload; nginx -s; service * reload; pm2 reload
stop = systemctl stop; service * stop; docker|podman stop|kill; docker compose stop|down; docker-compose stop|down; pm2|supervisorctl stop; brew services stop; kill; pkill; killall
kill = kill; pkill; killall; docker kill
reboot = reboot; shutdown; systemctl reboot|poweroff
scale = kubectl scale; docker compose up --scale; heroku ps:scale; fly scale
drain = kubectl drain|cordon
delete = @removes
remove = @removes; @uninstalls
destroy = @removes
erase = @removes
clean = git clean; ~clean; cargo|go|mvn|gradle clean; docker system prune
prune = docker|podman * prune; docker|podman system|volume|image|container|network prune; git remote|worktree prune; git prune; npm prune
wipe = @removes
purge = @removes
clear = @removes
drop = @removes
truncate = @removes; truncate
flush = redis-cli|valkey-cli flushall|flushdb
edit = @edits; kubectl|helm edit; crontab -e
modify = @edits
change = @edits
alter = @edits; @sql-alter
touch = @edits; git add
hand-edit = @edits
overwrite = @edits
patch = @edits; kubectl patch
write = @edits; @sql-writes
rename = mv; git mv; git branch -m|-M
move = mv; git mv; git tag -f|--force
copy = cp; scp; rsync; aws s3 cp|sync; gsutil cp; docker cp; kubectl cp
upload = scp; rsync; aws s3 cp|sync|mv; gsutil cp; curl -T|-F
create = @creates
format = prettier --write|-w; black; gofmt; rustfmt; cargo fmt; go fmt; dprint; biome format; ruff format; ~format; ~fmt
lint = eslint; flake8; pylint; ruff check; golangci-lint; oxlint; biome lint|check; cargo clippy; ~lint
reformat = prettier --write|-w; black; gofmt; cargo fmt; biome format; ~format
migrate = ~migrat; alembic upgrade|downgrade; prisma migrate|db; rails|rake|bin/rails db:migrate; flyway|goose|dbmate|atlas|diesel|sqlx migrate|up|migration|schema|run; knex migrate:latest; python manage.py migrate; php artisan migrate; npx prisma migrate; sequelize db:migrate; drizzle-kit push|migrate
migration = ~migrat; alembic; prisma migrate; flyway|goose|dbmate|atlas; knex; python manage.py migrate|makemigrations; rails|rake db:migrate; drizzle-kit push|migrate; @migration-files
seed = ~seed
dump = pg_dump; pg_dumpall; mysqldump; mongodump
restore = pg_restore; git restore; mongorestore
exec = kubectl|docker exec; docker compose exec
apply = kubectl|terraform|tofu|terragrunt|git apply; pulumi up; ansible-playbook; atlas schema apply
provision = terraform|tofu apply; pulumi up; vagrant up
login = ssh; npm|docker|gh|az|gcloud login
ssh = ssh; scp; sftp
connect = ssh; psql; mysql; redis-cli; mongosh; nc; telnet; curl
compress = gzip; pigz; zstd; xz; bzip2; zip; tar -z|-j|-J|-czf|czf
search = grep; egrep; rg; ag; ack; git grep; find; fd
fetch = git fetch; curl; wget
download = curl; wget; aws s3 cp
bypass = git --no-verify; git push --no-verify
skip = git --no-verify; * --skip-tests|--no-test|-DskipTests
switch = git checkout !-- ; git switch
checkout = git checkout; git switch
sign = git commit -S|--gpg-sign; git tag -s
sudo = sudo; doas
e2e = @ran
expose = docker|podman run -p|--publish; kubectl expose; ngrok
store = @edits
save = @edits
put = @edits; git add
`;

const THINGS = `
tag = git tag; @pushes-tags; docker|podman tag|build|push; docker buildx build
branch = git; gh pr
commit = git; gh pr
history = git rebase|filter-branch|filter-repo|reset|commit|push
pr = gh pr; glab mr
image = docker|podman|buildah|skopeo|crane|kaniko|nerdctl
container = docker|podman|nerdctl|docker-compose
volume = docker|podman|kubectl|aws|lvremove|docker-compose
pod = kubectl|oc * pod|pods|po
pvc = kubectl * pvc|persistentvolumeclaim|persistentvolumeclaims
namespace = kubectl|oc * ns|namespace|namespaces
deployment = kubectl * deploy|deployment|deployments; helm; @deploys; kubectl scale|rollout|set
secret = kubectl secret; @secrets; gh secret; vault; aws secretsmanager
chart = helm
manifest = kubectl
table = @sql
row = @sql
column = @sql
database = @sql; dropdb; createdb; pg_restore; pg_dump; ~db; ~database; rails|rake db:drop|db:reset|db:setup; mysqladmin; redis-cli; mongosh
db = @sql; dropdb; createdb; ~db; rails|rake db:drop|db:reset; mysqladmin
schema = @sql; ~schema; atlas; prisma; alembic
bucket = aws s3|s3api; gsutil; gcloud storage; mc; rclone; s3cmd
package = @packages
dependency = @packages
library = @packages
librarie = @packages
module = @packages
formula = brew
crate = cargo
gem = gem|bundle
lockfile = @locks
migration = @deed
test = @deed
release = @deed; helm; gh release
deploy = @deed; kubectl * deploy|deployment|deployments
hook = git|husky|pre-commit|lefthook
cron = crontab
crontab = crontab
firewall = ufw|iptables|nft|firewall-cmd
service = systemctl|service|docker|kubectl|docker-compose|pm2|supervisorctl
state = terraform state; tofu state; pulumi state
workspace = terraform workspace; pnpm|yarn|npm
stack = pulumi|cdk|aws
remote = git
submodule = git submodule
resource = aws|gcloud|az|terraform|tofu|pulumi|kubectl
version = @version
major = @version
permission = chmod|chown
`;

const hasWord = (act: Act, words: RegExp): boolean => words.test(act.args.map(({ value }) => value).join(" "));
const REMOVERS =
  "rm; rmdir; unlink; shred; rimraf; trash; git rm|clean; git branch -d|-D|--delete; git push -d|--delete; git tag -d|--delete; git stash drop|clear; git remote remove|rm; kubectl|oc delete; docker|podman rm|rmi; docker|podman volume|image|container|network|system|builder rm|prune|remove; docker compose down -v|--volumes; docker compose rm; docker-compose down -v|--volumes; terraform|tofu|terragrunt|pulumi|cdk destroy; terraform|tofu apply -destroy; helm uninstall|delete; dropdb; aws s3 rm|rb; gsutil rm|rb; gh repo|release delete; userdel; lvremove; find -delete; npm|yarn unpublish; redis-cli|valkey-cli flushall|flushdb|del; mc rm|rb; virsh undefine; zfs|zpool destroy; ~drop; ~reset; ~wipe";
const CREATORS =
  "git tag !-l|--list|-d; git branch !-d|-D|--list; git checkout -b; git switch -c|-C; git worktree add; kubectl|oc|gcloud|az|docker create; docker volume|network create; kubectl run|expose; aws s3 mb; gh pr|repo|release create; glab mr create; mkdir; touch; createdb; terraform|tofu apply; useradd; gsutil mb";

const QUESTIONS: Readonly<Record<string, (act: Act) => boolean>> = {
  adds: isAdding,
  packages: isManager,
  uninstalls: (act) => isDeed("uninstall", act),
  deploys: (act) => isDeed("deploy", act),
  removes: (act) =>
    isBy(REMOVERS, act) ||
    /\b(?:drop|truncate|delete)\b/.test(sqlOf(act)) ||
    operands(act).some(({ value }) => /^(?:delete|terminate|remove|purge)-[a-z]/.test(value)) ||
    (isBy("gcloud|az", act) && operands(act).some(({ value }) => value === "delete")) ||
    (isBy("git push", act) && operands(act).some(({ value }) => /^:./.test(value))),
  edits: (act) => changedPaths(act).length > 0,
  creates: (act) => isBy(CREATORS, act) || operands(act).some(({ value }) => /^(?:create|run)-[a-z]/.test(value)),
  sql: (act) => isBy(SQL_CLIENTS.replaceAll(" ", "|"), act),
  "sql-update": (act) => /\bupdate\b/.test(sqlOf(act)),
  "sql-alter": (act) => /\balter\b/.test(sqlOf(act)),
  "sql-writes": (act) => /\b(?:insert|update|delete|drop|alter|truncate|create|grant)\b/.test(sqlOf(act)),
  "migration-files": (act) => !isLooking(act) && hasWord(act, /\bmigrations?\b/),
  "pushes-tags": (act) =>
    isBy("git push --tags|--follow-tags", act) ||
    (isBy("git push", act) && operands(act).some(({ value }) => /^(?:refs\/tags\/|v?\d+\.\d)/.test(value))),
  locks: (act) => hasWord(act, /\block\b|-lock\.|lockfile|go\.sum/),
  secrets: (act) => hasWord(act, /secret/i),
  ran: (act) =>
    !isLooking(act) && !isBy("git|rm|mv|cp|mkdir|touch", act) && hasWord(act, /\be2e\b|end-to-end|playwright|cypress/),
  version: (act) => hasWord(act, /(?<![\w.])v?\d+\.\d+/) || isBy("npm|pnpm|yarn|poetry|cargo version", act),
};

const SCRIPTED =
  "npm|pnpm|yarn|bun|make|just|rake|task|node|composer|mix|rails|flask|deno|nx|turbo|lerna|sh|bash|python|python3|mage|invoke|inv|gulp|grunt|ant|mvn|gradle|gradlew|heroku|knex|sequelize|prisma|typeorm|artisan|php";

export function isBy(patterns: string, act: Act): boolean {
  return patterns.split(/;\s*/).some((pattern) => isOne(pattern.trim(), act));
}

function isOne(pattern: string, act: Act): boolean {
  if (pattern.startsWith("@")) return QUESTIONS[pattern.slice(1)]?.(act) ?? false;
  if (pattern.startsWith("~")) return runsScript(act, pattern.slice(1));
  const [program = "", ...rest] = pattern.split(" ");
  if (program !== "*" && !program.split("|").includes(act.program)) return false;
  const given = operands(act).map(({ value }) => value);
  let at = 0;
  for (const word of rest) {
    if (word.startsWith("!")) {
      if (act.args.some(({ value }) => value === "--") && word === "!--") return false;
      if (word !== "!--" && hasOption(act, word.slice(1).replaceAll("|", " "))) return false;
    } else if (word.startsWith("-")) {
      if (!hasOption(act, word.replaceAll("|", " "))) return false;
    } else if (word !== "*" && !isGiven(word, given[at] ?? "")) return false;
    else at += 1;
  }
  return true;
}

/** Also as `deploy/api`. */
const isGiven = (words: string, given: string): boolean => {
  const list = words.split("|");
  return list.includes(given) || list.includes(given.replace(/\/.*$/, ""));
};

/** `npm run deploy:prod`, `make deploy`, `./scripts/deploy.sh`. */
function runsScript(act: Act, word: string): boolean {
  if (!act.program.includes(" ") && new RegExp(`^${word}[\\w.-]*\\.(?:sh|py|js|ts|mjs|rb)$`).test(act.program))
    return true;
  if (!SCRIPTED.split("|").includes(act.program))
    return /^\.{0,2}\//.test(act.name.value) && act.program.includes(word);
  return operands(act)
    .slice(0, 2)
    .some(({ value }) => new RegExp(`(?:^|[:_/.-])${word}`, "i").test(value));
}

type Table = ReadonlyMap<string, string>;
const read = (rows: string): Table =>
  new Map(
    rows
      .trim()
      .split("\n")
      .map((row) => {
        const at = row.indexOf(" = ");
        return [stem(row.slice(0, at)), row.slice(at + 3)] as const;
      }),
  );

let tables: { readonly deeds: Table; readonly things: Table } | undefined;
function known(): { readonly deeds: Table; readonly things: Table } {
  tables ??= { deeds: read(DEEDS), things: read(THINGS) };
  return tables;
}

/** The same words come again in every statement. */
const STEMS = new Map<string, string>();
const MOST_STEMS = 4000;
function stemOf(word: string): string {
  const found = STEMS.get(word) ?? stem(word);
  if (STEMS.size < MOST_STEMS) STEMS.set(word, found);
  return found;
}

/** Statements ask the same of a command again and again. */
const ANSWERS = new WeakMap<Act, Map<string, boolean>>();
function isAnswered(by: string, act: Act): boolean {
  const answers = ANSWERS.get(act) ?? new Map<string, boolean>();
  ANSWERS.set(act, answers);
  const answer = answers.get(by) ?? isBy(by, act);
  answers.set(by, answer);
  return answer;
}

export const isDeedWord = (word: string): boolean => known().deeds.has(stemOf(word));
export const isThingWord = (word: string): boolean => known().things.has(stemOf(word));

export function isDeed(word: string, act: Act): boolean {
  const by = known().deeds.get(stemOf(word));
  return by !== undefined && isAnswered(by, act);
}

/** Whether the row of the deed has this program at all: of others it is not known what they do. */
export function isKnownFor(word: string, act: Act): boolean {
  const by = known().deeds.get(stemOf(word)) ?? "";
  return (
    (/@(?:adds|packages)/.test(by) && isManager(act)) ||
    new RegExp(`(?:^|[;| ])${act.program.replace(/\W/g, "\\$&")}(?:$|[;| ])`).test(by)
  );
}

export function isAboutThing(word: string, act: Act): boolean {
  const by = known().things.get(stemOf(word));
  return by !== undefined && ((by.startsWith("@deed") && isDeed(word, act)) || isAnswered(by, act));
}

/** The command that makes a thing: what must be so for every container is told when it is run. */
const MADE_BY: Readonly<Record<string, string>> = {
  container: "docker|podman run|create",
  image: "docker|podman build",
  commit: "git commit",
  tag: "git tag",
  pr: "gh pr create",
};

export function makesThing(words: readonly string[], act: Act): boolean {
  return words.some((word) =>
    Object.entries(MADE_BY).some(([thing, by]) => stem(thing) === stem(word) && isBy(by, act)),
  );
}

/** The stems of all words that a command goes by. */
export function wordsFor(act: Act): readonly string[] {
  const { deeds, things } = known();
  return [...deeds, ...things].filter(([, by]) => isAnswered(by, act)).map(([word]) => word);
}
