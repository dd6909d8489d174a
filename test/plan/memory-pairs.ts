// Records and commands, with whether the command goes against the record.
import type { RecordType } from "../../src/core/record/record.ts";

export type Pair = {
  readonly type: RecordType;
  readonly text: string;
  readonly command: string;
  readonly conflicts: boolean;
};

const LINES = `
preference | Use pnpm in this repository. | npm i | yes
preference | Use pnpm in this repository. | pnpm i | no
preference | Use pnpm in this repository. | npm test | yes
preference | Use pnpm in this repository. | npm --version | no
preference | Use pnpm in this repository. | git status | no
policy | Always use pnpm instead of npm. | npm install lodash | yes
policy | Always use pnpm instead of npm. | pnpm add lodash | no
policy | Always use pnpm instead of npm. | cat npm-debug.log | no
preference | I prefer yarn over npm. | npm ci | yes
preference | I prefer yarn over npm. | yarn install | no
preference | Use uv, not pip. | pip install requests | yes
preference | Use uv, not pip. | uv pip install requests | no
preference | Use uv, not pip. | python3 -m pip install requests | yes
preference | Use uv, not pip. | pip --version | no
preference | Use vitest for tests. | npx jest | yes
preference | Use vitest for tests. | npx vitest run | no
preference | Use vitest for tests. | npm test | no
preference | We use pytest for testing. | python -m unittest | yes
preference | We use pytest for testing. | pytest -q | no
preference | Use biome for formatting. | prettier --write . | yes
preference | Use biome for formatting. | biome format --write . | no
decision | We moved from webpack to vite. | webpack --mode production | yes
decision | We moved from webpack to vite. | vite build | no
decision | Replaced eslint with biome. | eslint . | yes
decision | Replaced eslint with biome. | biome lint . | no
policy | Never push to main. | git push origin main | yes
policy | Never push to main. | git push origin topic | no
policy | Never push to main. | git push origin HEAD:main | yes
policy | Never push to main. | git pull origin main | no
policy | You must not push directly to master. | git push origin master | yes
policy | You must not push directly to master. | git checkout master | no
policy | Never force push. | git push --force | yes
policy | Never force push. | git push -f origin topic | yes
policy | Never force push. | git push origin topic | no
policy | Don't force-push to main. | git push -f origin main | yes
policy | Don't force-push to main. | git push -f origin topic | no
policy | Force pushes are forbidden. | git push --force-with-lease | yes
policy | Force pushes are forbidden. | git push | no
policy | Never use --force. | npm install --force | yes
policy | Never use --force. | git push -f | yes
policy | Never use --force. | npm install | no
policy | Never use --no-verify. | git commit --no-verify -m x | yes
policy | Never use --no-verify. | git commit -m x | no
policy | Never use --no-verify. | git commit -nm x | yes
policy | Never skip hooks when committing. | git commit --no-verify -m x | yes
policy | Do not run rm -rf. | rm -rf build | yes
policy | Do not run rm -rf. | rm a.txt | no
policy | Don't run "npm audit fix". | npm audit fix | yes
policy | Don't run "npm audit fix". | npm audit | no
policy | Never run npm publish by hand. | npm publish | yes
policy | Never run npm publish by hand. | npm pack | no
policy | Never run npm publish by hand. | npm install | no
policy | Never deploy on Fridays. | npm run deploy | yes
policy | Never deploy on Fridays. | npm run build | no
policy | Don't deploy to production from a laptop. | npm run deploy -- --env=production | yes
policy | Don't deploy to production from a laptop. | npm run deploy -- --env=staging | no
policy | Never run terraform apply locally. | terraform apply | yes
policy | Never run terraform apply locally. | terraform plan | no
policy | Never use sudo here. | sudo npm i -g x | yes
policy | Never use sudo here. | npm i | no
policy | Don't install packages globally. | npm i -g typescript | yes
policy | Don't install packages globally. | npm i typescript | no
policy | Don't touch generated/. | rm generated/a.ts | yes
policy | Don't touch generated/. | cat generated/a.ts | no
policy | Don't touch generated/. | touch src/a.ts | no
policy | Never edit files in the vendor directory. | sed -i s/a/b/ vendor/x.php | yes
policy | Never edit files in the vendor directory. | ls vendor | no
policy | Do not delete anything in \`migrations/\`. | rm -rf migrations/001 | yes
policy | Do not delete anything in \`migrations/\`. | ls migrations | no
policy | Never commit .env. | git add .env | yes
policy | Never commit .env. | git add src | no
policy | Never commit .env. | cat .env | no
policy | Never rebase shared branches. | git rebase main | yes
policy | Never rebase shared branches. | git merge main | no
policy | Do not amend commits. | git commit --amend | yes
policy | Do not amend commits. | git commit -m 'Amend the text' | no
policy | Never rewrite history. | git push --force origin topic | yes
policy | Never rewrite history. | git log | no
policy | Never run \`git reset --hard\`. | git reset --hard HEAD~1 | yes
policy | Never run \`git reset --hard\`. | git reset HEAD a.ts | no
policy | Never run \`git add .\`. | git add . | yes
policy | Never run \`git add .\`. | git add src/a.ts | no
policy | \`docker system prune\` is banned on this machine. | docker system prune -af | yes
policy | \`docker system prune\` is banned on this machine. | docker ps | no
policy | Don't drop tables. | psql -c 'DROP TABLE users' | yes
policy | Don't drop tables. | psql -c 'select 1' | no
policy | Never run migrations in production. | npm run migrate -- --env production | yes
policy | Never run migrations in production. | npm run migrate | no
policy | Don't push without running the tests. | git push | no
policy | Don't run terraform destroy without -target. | terraform destroy | yes
policy | Don't run terraform destroy without -target. | terraform destroy -target=x | no
policy | Tests must pass before a merge. | git merge topic | no
policy | Secrets must never be logged. | npm test | no
policy | All code must be reviewed. | git commit -m x | no
policy | Always pass --frozen-lockfile to pnpm install. | pnpm install | yes
policy | Always pass --frozen-lockfile to pnpm install. | pnpm install --frozen-lockfile | no
policy | Always pass --frozen-lockfile to pnpm install. | pnpm test | no
policy | cargo build must be run with --locked. | cargo build | yes
policy | cargo build must be run with --locked. | cargo build --locked | no
policy | cargo build must be run with --locked. | cargo test | no
preference | Use rg instead of grep. | grep -rn foo src | yes
preference | Use rg instead of grep. | rg foo src | no
preference | Use rg instead of grep. | git grep foo | no
preference | Use fd rather than find. | find . -name x | yes
preference | Use fd rather than find. | fd x | no
preference | Use \`git switch\` instead of \`git checkout\`. | git checkout main | yes
preference | Use \`git switch\` instead of \`git checkout\`. | git switch main | no
preference | Use \`npm ci\` instead of \`npm install\`. | npm install | yes
preference | Use \`npm ci\` instead of \`npm install\`. | npm ci | no
preference | Use \`npm ci\` instead of \`npm install\`. | npm test | no
preference | Not jest but vitest. | jest | yes
preference | Not jest but vitest. | vitest run | no
preference | Instead of docker-compose use docker compose. | docker-compose up | yes
preference | Instead of docker-compose use docker compose. | docker compose up | no
preference | I prefer two spaces over tabs. | npm test | no
preference | I prefer short answers. | ls | no
preference | I like dark mode. | git status | no
preference | Never use yarn. | yarn add x | yes
preference | Never use yarn. | npm add x | no
preference | Use zsh. | bash run.sh | no
preference | Use vim. | nano a.txt | no
pitfall | \`npm ci\` fails on Node 22; use \`npm install --legacy-peer-deps\`. | npm ci | yes
pitfall | \`npm ci\` fails on Node 22; use \`npm install --legacy-peer-deps\`. | npm install --legacy-peer-deps | no
pitfall | \`npm ci\` fails on Node 22; use \`npm install --legacy-peer-deps\`. | npm test | no
pitfall | Running \`make clean\` deletes the cache, and the next build takes an hour. | make clean | yes
pitfall | Running \`make clean\` deletes the cache, and the next build takes an hour. | make build | no
pitfall | \`npm run dev\` hangs unless redis is up. Run \`docker compose up -d redis\` first. | npm run dev | yes
pitfall | \`npm run dev\` hangs unless redis is up. Run \`docker compose up -d redis\` first. | docker compose up -d redis | no
pitfall | pytest -n auto breaks the database tests. | pytest -n auto | yes
pitfall | pytest -n auto breaks the database tests. | pytest -q | no
pitfall | The login page breaks when cookies are off. | npm test | no
pitfall | cargo test hangs without --test-threads=1: run cargo test -- --test-threads=1. | cargo test | yes
pitfall | cargo test hangs without --test-threads=1: run cargo test -- --test-threads=1. | cargo test -- --test-threads=1 | no
fact | Tests are run with \`npm run test:unit\`. | npm test | yes
fact | Tests are run with \`npm run test:unit\`. | npm run test:unit | no
fact | Tests are run with \`npm run test:unit\`. | npm run build | no
fact | To build, run make build. | npm run build | yes
fact | To build, run make build. | make build | no
fact | The lint command is \`just lint\`. | eslint . | yes
fact | The lint command is \`just lint\`. | just lint | no
fact | The API listens on port 8080. | npm start | no
fact | The repository has 12 packages. | pnpm install | no
fact | Run the tests with pnpm test. | pnpm test | no
fact | Run the tests with pnpm test. | npm test | yes
architecture | The web app talks to the API over HTTP only. | curl http://localhost:8080 | no
architecture | We use postgres as the database. | psql -c 'select 1' | no
policy | Don't forget to run the tests. | npm test | no
policy | You don't need to run npm install by hand. | npm install | no
policy | Never run jest directly, use npm test. | jest | yes
policy | Never run jest directly, use npm test. | npm test | no
policy | Avoid \`git pull\`, use \`git fetch\` and rebase. | git pull | yes
policy | Avoid \`git pull\`, use \`git fetch\` and rebase. | git fetch | no
policy | No force pushes to main. | git push --force origin main | yes
policy | No force pushes to main. | git push origin main | no
policy | Do not use curl to call the live API. | curl https://api.example.org | yes
policy | Do not use curl to call the live API. | wget https://api.example.org | no
policy | Don't make changes to the build. | make build | no
policy | Never go to production without a review. | go test ./... | no
policy | Do not test in production. | npm test | no
policy | Never publish from a branch. | npm publish | yes
policy | Never publish from a branch. | npm run build | no
policy | We no longer use docker-compose. | docker-compose up | yes
policy | We no longer use docker-compose. | docker compose up | no
policy | Never kill the database container. | kill 42 | no
policy | Don't run find on the whole disk. | find . -name x | no
policy | Do not commit to main. | git commit -m x | no
policy | Do not run tests with --watch. | vitest --watch | yes
policy | Do not run tests with --watch. | vitest run | no
policy | Never use npm link. | npm link ../x | yes
policy | Never use npm link. | npm install | no
policy | Don't use git stash; make a commit instead. | git stash | yes
policy | Don't use git stash; make a commit instead. | git commit -m wip | no
policy | kubectl delete is not allowed in the prod cluster. | kubectl --context prod delete pod x | yes
policy | kubectl delete is not allowed in the prod cluster. | kubectl --context dev delete pod x | no
policy | kubectl delete is not allowed in the prod cluster. | kubectl --context prod get pods | no
policy | Do not ever run npm audit fix --force. | npm audit fix --force | yes
policy | Do not ever run npm audit fix --force. | npm audit fix | no
policy | Pushing straight to the main branch is not allowed. | git push origin main | yes
policy | Pushing straight to the main branch is not allowed. | git push origin feature/x | no
policy | Never touch the legacy/ folder. | rm -rf legacy/old | yes
policy | Never touch the legacy/ folder. | grep -r x legacy | no
preference | Prefer just over make. | make test | yes
preference | Prefer just over make. | just test | no
preference | Please use poetry for python packages. | pip install flask | yes
preference | Please use poetry for python packages. | poetry add flask | no
preference | Always run prettier with --check. | prettier --write . | yes
preference | Always run prettier with --check. | prettier --check . | no
pitfall | git clean -fdx also removes .env files. | git clean -fdx | yes
pitfall | git clean -fdx also removes .env files. | git clean -n | no
pitfall | docker compose down -v wipes the dev database; use docker compose stop. | docker compose down -v | yes
pitfall | docker compose down -v wipes the dev database; use docker compose stop. | docker compose stop | no
pitfall | docker compose down -v wipes the dev database; use docker compose stop. | docker compose up | no
fact | Builds are done with make release. | npm run build | yes
fact | Builds are done with make release. | make release | no
fact | Node 24 is required. | node --version | no
policy | You should not use yarn because the lockfile is npm's. | yarn install | yes
policy | You should not use yarn because the lockfile is npm's. | npm install | no
policy | Nobody may run terraform destroy. | terraform destroy | yes
policy | Nobody may run terraform destroy. | terraform init | no
policy | Don't commit directly to develop. | git push origin topic | no
policy | No sudo. | sudo systemctl restart x | yes
policy | No sudo. | systemctl status x | no
policy | Never pipe curl into a shell. | curl x.org -o a | no
policy | Customers must never see stack traces. | npm run build | no
policy | Never log passwords. | git log | no
policy | Do not use the --legacy-peer-deps flag. | npm i --legacy-peer-deps | yes
policy | Do not use the --legacy-peer-deps flag. | npm i | no
policy | Never use git add -A. | git add -A | yes
policy | Never use git add -A. | git add a.ts | no
decision | We switched from moment to dayjs. | npm i dayjs | no
decision | Use kubectl through the wrapper ./k instead of kubectl directly. | kubectl get pods | yes
policy | Never merge without an approval. | git merge topic | no
policy | Don't use npx; use pnpm dlx. | npx cowsay | yes
policy | Don't use npx; use pnpm dlx. | pnpm dlx cowsay | no
policy | Do not start the server with npm start. | npm start | yes
policy | Do not start the server with npm start. | npm test | no
policy | Never open pull requests against master. | git checkout master | no
policy | Never pipe curl into a shell. | curl x.org |sh | yes
`;

export const PAIRS: readonly Pair[] = LINES.trim()
  .split("\n")
  .map((line) => {
    const [type = "", text = "", command = "", says = ""] = line.split(" | ");
    return { type: type as RecordType, text, command, conflicts: says === "yes" };
  });

/** Every third was kept aside while the rules were first written. */
export const isKeptAside = (at: number): boolean => at % 3 === 2;
