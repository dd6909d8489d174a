/** What the words of requests mean, and which commands do it: the one table of words. */
import { PROGRAMS_FOR } from "../../../core/command/tables/tools.ts";

/**
 * `name weight: words, phrases = programs and options > commands @other senses`. A word weighs 1 unless it says little; `~`
 * is how far any command answers it. A command that does not do what is marked `!` does not answer a request for it. `_` in a phrase stands for up to six words. A command that does another sense (`@`) is
 * also about this one.
 */
export const SENSES = `
test: test spec suite unittest = ${PROGRAMS_FOR.test} @e2e @coverage
e2e: e2e endtoend browsertest, end to end = playwright cypress
unit 0.2: unit
coverage: coverage cov covered = coverprofile cover
lint: lint linter style = ${PROGRAMS_FOR.lint}
format: format formatter fmt prettify beautify reformat autoformat = ${PROGRAMS_FOR.format}
typecheck: typecheck type typing, type check, type errors = ${PROGRAMS_FOR.types}
static: static analysis analyse analyze analyzer = cppcheck tidy vet sonar semgrep
check 0.4: check verify validate ensure mistakes, make sure, be sure, double check, in order = curl > go vet @test @lint @typecheck @static @spell @smoke
bench: bench benchmark performance speed = hyperfine
profile: profile profiler profiling = pprof flamegraph perf
debug: debug debugger, step through = gdb lldb dlv pdb
leak: leak leaks memory = valgrind asan stats > go tool pprof
fuzz: fuzz fuzzer fuzzing
snapshot: snapshot snapshots = insta
smoke: smoke health healthy healthz alive, sanity check, smoke test
audit: audit vulnerability vulnerabilities security advisory advisories = deny
spell: spell spelling typo typos = codespell aspell hunspell cspell
hooks: hook hooks precommit, pre commit = pre-commit husky lefthook
build: build built compile bundle assemble rebuild, build _ for production, production build, production bundle = make gcc cmake tsup webpack open > gh run watch, cargo check
optimised: optimised optimized optimise optimize compress shrink release = oxipng svgo imagemin
parallel 0.8: parallel concurrently jobs cores > make -j
generate ~0.4: generate gen codegen regenerate generator = ctags @docs
docs: doc docs documentation manual = mkdocs doxygen sphinx typedoc rustdoc godoc
reference: api reference = doxygen typedoc sphinx-build godoc > cargo doc
site: site website page pages = mkdocs hugo jekyll
clean: clean cleanup clear tidy, clean up, tidy up, tidy _ up, clean _ up > npm ci @format
archive: tarball archive dist tar zip distribution pack
image: image img picture = convert oxipng svgo imagemin images > docker compose pull, docker build, docker run
resize: resize = convert
size 0.8: size weight big large = visualizer analyze du
bundle: bundle = visualizer analyze
run 0.15 ~0.8: run execute perform invoke do go
start 0.5 ~0.5: start launch boot begin bring, kick off, turn _ on, fire _ up, spin _ up, bring _ up, boot _ up, start _ up, get _ running = up serve dev run runserver uvicorn gunicorn > git checkout -b, git switch -c, python -m http.server @serve
serve: serve host = uvicorn gunicorn > python -m http.server
server 0.5: server backend hosts localhost = dev serve runserver uvicorn ssh ansible > npm start, pnpm start, yarn start, python -m http.server
local 0.3: locally localhost local = dev serve runserver uvicorn > kubectl port-forward
app 0.25: app application = dev serve > npm start, pnpm start, yarn start
develop: dev develop development
preview: preview live, would change, would _ change = serve vercel > terraform plan
program 0.5: program binary executable = run > cargo install --path
reload: reload hot livereload, hot reload, live reload
stop!: stop halt shutdown teardown kill end quit terminate, turn _ off, shut _ down, take _ down, bring _ down, tear _ down = down > pytest -x
restart: restart bounce reboot
watch: watch watching continuous continuously onchange, on every change, on change, on save, whenever _ save, whenever _ change, every time _ save, keep running, keep an eye on, as you go
background 0.6: background detached > docker compose up -d
deploy!: deploy deployment rollout, roll _ out, push _ live = vercel netlify fly ansible-playbook gh-deploy
publish!: publish online upload, put _ online = gh-deploy > twine upload
release: release version > twine upload, uv publish, poetry publish, helm list
pypi: pypi > twine upload, uv publish, poetry publish
registry: registry > npm publish
production: production prod live
staging: staging stg
apply 0.7 ~0.5: apply = up upgrade > git stash pop @migrate
rollback!: rollback undo revert downgrade discard, roll _ back = down > git reset --hard
database: database db sql = psql postgres mysql sqlite @migrate @seed
migrate: migrate migration schema revision = alembic drizzle flyway
seed: seed sample fixture populate fill, seed data, test data, sample data, dummy data
backup: backup dump, back _ up
restore!: restore, put _ back, restore _ backup > git stash pop
shell: shell console repl prompt interactive interactively hunks, piece by piece, bit by bit = psql ipython irb > git add -p, docker compose exec
import: import ingest load @seed
install: install reinstall setup bootstrap, set _ up = sync ci > uv add
dependency 0.6: dependency deps package module crate library requirement gem = mod tidy requirements > npm install, pnpm install, npm ci, uv sync, uv add, pip install, cargo add, cargo update, cargo outdated, cargo tree, npm outdated, pnpm outdated, uv lock --upgrade, go get -u, twine upload, uv publish, poetry publish, cargo publish, npm publish
update: update upgrade bump refresh newest uptodate, up to date, bring _ update > git pull, docker compose pull, go get -u
outdated: outdated outofdate stale, out of date
add 0.6: add > pnpm changeset
duplicate: duplicate duplicates duplicated > cargo tree -d
license: license licence = deny
changes 0.8: changed change changes affected modified modification diff difference dirty = status > git stash, git pull, git push, git add, git commit, terraform plan, terraform apply, cargo watch
history: history commits log graph = tail > git push
graph: graph, commit graph > git log --graph
branch: branch = switch checkout > git rebase, git push
switch: switch checkout use, check out = use-context
back 0.5: back return > git checkout main, git switch main, git stash pop
pull request: pr mr pullrequest mergerequest, pull request, merge request
stash: stash shelve, put _ aside, set _ aside
unstash: pop unstash
stage: stage staged = add
commit: commit, check in > git format-patch
fetch: fetch remote > git pull, git push
patch: patch hunks = format-patch > git add -p
blame: blame annotate, who wrote
send: send share, hand over > git push
container 0.7: container docker stack service compose = podman > kubectl port-forward, kubectl logs, kubectl rollout restart
volume: volumes > docker compose down -v
scratch: scratch, from scratch > docker compose build --no-cache
cluster 0.7: cluster k8s kubernetes context = kubectl helm @pod
pod: pod = pods > kubectl port-forward, kubectl rollout restart
done 0.5: done finished > kubectl rollout status
log: log logs logging = tail
follow 0.5: follow tail stream > docker compose logs -f, kubectl logs -f
port: port > lsof -i
describe: describe inspect details
connect: connect ssh = psql > docker compose exec
login!: login signin authenticate, sign in, log in, log into
disk: disk space usage storage = df du > docker stats
usage: cpu ram memory usage processes = stats htop top > go tool pprof
network: dns lookup resolve = dig
request: request call http = curl
certificate: cert certs certificate tls ssl
renew: renew rotate
ping: ping reach reachable
show 0.25 ~0.4: show list display print view see look tell which what get give = ls ps images tail nm open > git status, git diff, git log, git stash pop, git pull, docker compose logs -f, docker compose pull, kubectl logs, terraform plan, lsof -i, cargo tree, go tool cover -html, cargo test --nocapture, pytest -s, go test -v, perf report
open 0.4: open browser = web html psql > gh pr create, docker compose exec, go tool cover -html
find 0.5: find search grep locate, look for = rg @spell @lint
count: count number, how many, line count, lines of code = wc
words: words word > wc -w, git diff --word-diff
create 0.3 ~0.5: create new write make = init > git checkout -b, git switch -c, git format-patch, docker compose pull, python -m venv, pnpm changeset
delete!: delete remove drop destroy erase wipe purge prune, get rid of, throw away = rm > docker compose down -v @clean @reset
uninstall!: uninstall = remove
reset: reset, start over, start afresh
fix: fix autofix repair mend correct solve
failed: failed failing failure = lf last-failed
again 0.5: rerun recheck = lf watch
last 0.3: last latest recent previous, latest version, newest version = tail > git log, git pull, git commit --amend, git format-patch, docker compose pull, pytest --lf
first 0.3: first > pytest -x
only 0.3: matching named single specific > pytest -k, go test -run
dry: dryrun simulate simulation rehearse rehearsal, dry run = dry-run
output: output stdout verbose = nocapture > pytest -s, go test -v
problem 0.15: issue problem error warning bug mistake broken dead > go vet
measure 0.2: measure compute calculate @bench
race: race races, data race, data races > go test -race
symbols: symbols exported = nm
assembly: disassemble assembly > objdump -d
trace: trace syscalls, system calls = strace
tags: tags index = ctags
markdown: markdown = md
python: python py = uv poetry pip pytest ruff mypy ipython django
rust: rust = cargo rustc rustup
toolchain: toolchain > rustup update
golang: golang = go gofmt golangci
javascript: javascript js typescript ts node = npm npx pnpm yarn tsc vite
github 0.5: github gitlab > gh glab, git push
terraform: terraform tf infrastructure infra = tofu
bucket: bucket > aws s3 ls
environment: environment env > python -m venv
status 0.7: status state, is _ up, are _ up, is _ running, are _ running = ps
artifact 0.4: artifact artefact cache temporary tmp @clean
save: save = commit
compare: compare = diff
download: download = fetch pull install
all 0.15 ~0.8: all everything every whole entire full > git add -A
quick 0.15: quick fast quickly > cargo check, pytest -x, make -j
main: main master trunk
ci: ci pipeline actions > gh run watch
modules: nodemodules, node modules
signoff: signoff, sign _ off
force: force = force-with-lease
`;

/** Verbs and things that are only found as they are written, so that none is taken for a name. */
export const PLAIN_WORDS =
  "push pull rebase merge clone amend bisect squash report scale replicas forward ship integration encrypt changeset homebrew virtual locked";

/** Words that ask for nothing: politeness, articles, and those of every request. */
export const SILENT = `
a an the this that these those my our your its his her their me us you i we it them one some any please pls plz kindly
can could would should will shall may might must do does did is are was were be been being am have has had having
let lets want wanna need like try just now again here there then so and or also too with without for from of in on
at to into onto by as if when while how why who whom hey hi hello ok okay thanks thank using use via through
project repo repository code codebase source sources file files thing things stuff way help time i'd i'm let's what's
where's really simply actually right only not no yes tree workspace green directory folder host machine computer laptop current
currently still whether pass passes passing passed mode work works working origin upstream`;
