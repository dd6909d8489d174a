// More records and commands, on other tools and in other words, written while the rules were widened.
import type { RecordType } from "../../src/core/record/record.ts";
import type { Pair } from "./memory-pairs.ts";

const LINES = `
policy ¦ Direct pushes to trunk are blocked; open a pull request. ¦ git push origin trunk ¦ yes
policy ¦ Direct pushes to trunk are blocked; open a pull request. ¦ git push origin fix/header ¦ no
policy ¦ Nothing gets deployed after 16:00 on Fridays. ¦ ls ¦ no
policy ¦ Do not use \`docker system prune\` on shared runners. ¦ docker system prune -af --volumes ¦ yes
policy ¦ Do not use \`docker system prune\` on shared runners. ¦ docker system df ¦ no
policy ¦ Only the release bot may create GitHub releases. ¦ gh release create v2.0.0 --generate-notes ¦ yes
policy ¦ Only the release bot may create GitHub releases. ¦ gh release list ¦ no
policy ¦ S3 objects in acme-legal-hold must never be removed. ¦ aws s3 rm s3://acme-legal-hold/2021/contract.pdf ¦ yes
policy ¦ S3 objects in acme-legal-hold must never be removed. ¦ aws s3 cp s3://acme-legal-hold/2021/contract.pdf . ¦ no
policy ¦ S3 objects in acme-legal-hold must never be removed. ¦ aws s3 rm s3://acme-scratch/tmp.txt ¦ no
policy ¦ Never call the payment provider's live API from a dev machine; use sandbox.pay.example. ¦ curl https://sandbox.pay.example/v1/charges ¦ no
policy ¦ Don't commit anything bigger than 5 MB. ¦ git commit -m "Add parser" ¦ no
policy ¦ Never skip CI with [skip ci]. ¦ git commit -m "Fix typo" ¦ no
policy ¦ Helm releases in the payments namespace are off limits for agents. ¦ helm uninstall ledger -n payments ¦ yes
policy ¦ Helm releases in the payments namespace are off limits for agents. ¦ helm uninstall ledger -n sandbox ¦ no
policy ¦ You must not install Python packages system-wide (no sudo pip, no --break-system-packages). ¦ pip install --break-system-packages requests ¦ yes
policy ¦ You must not install Python packages system-wide (no sudo pip, no --break-system-packages). ¦ pip install -r requirements.txt ¦ no
policy ¦ All psql sessions on prod must be read-only. ¦ psql -h localhost app_dev ¦ no
policy ¦ rm -rf on anything outside the workspace is forbidden. ¦ rm -rf node_modules ¦ no
policy ¦ Do not shut down or reboot vm-builder-01. ¦ ssh vm-builder-01 sudo reboot ¦ yes
policy ¦ Do not shut down or reboot vm-builder-01. ¦ ssh vm-builder-02 sudo reboot ¦ no
policy ¦ Do not shut down or reboot vm-builder-01. ¦ ssh vm-builder-01 uptime ¦ no
policy ¦ Every image we run has to be pinned; no :latest. ¦ docker run -d redis:latest ¦ yes
policy ¦ Every image we run has to be pinned; no :latest. ¦ docker run -d redis:7.2.4 ¦ no
policy ¦ Use --force-with-lease, never a bare --force. ¦ git push --force origin feat/a ¦ yes
policy ¦ Use --force-with-lease, never a bare --force. ¦ git push --force-with-lease origin feat/a ¦ no
policy ¦ Passwords must not be passed as arguments to mysql. ¦ mysql -u root -phunter2 app ¦ yes
policy ¦ Passwords must not be passed as arguments to mysql. ¦ mysql -u root -p app ¦ no
policy ¦ No pushes to the upstream remote. ¦ git push upstream main ¦ yes
policy ¦ No pushes to the upstream remote. ¦ git push origin main ¦ no
policy ¦ Don't run anything as root inside the containers. ¦ docker exec -it api sh ¦ no
policy ¦ Migrations that drop columns need two releases. ¦ npx knex migrate:latest ¦ no
policy ¦ The file .env.production must never be committed. ¦ git add .env.production ¦ yes
policy ¦ The file .env.production must never be committed. ¦ git add .env.example ¦ no
policy ¦ git rebase is not allowed on release branches. ¦ git checkout release/1.2 && git rebase main ¦ yes
policy ¦ git rebase is not allowed on release branches. ¦ git checkout feat/x && git rebase main ¦ no
policy ¦ Never edit crontabs by hand on app servers; Ansible owns them. ¦ ssh app-2 crontab -e ¦ yes
policy ¦ Never edit crontabs by hand on app servers; Ansible owns them. ¦ ssh app-2 crontab -l ¦ no
policy ¦ Don't use wildcard deletes with kubectl (--all). ¦ kubectl delete pods --all -n staging ¦ yes
policy ¦ Don't use wildcard deletes with kubectl (--all). ¦ kubectl delete pod api-0 -n staging ¦ no
policy ¦ Terraform must always be run with -lock=true, so never pass -lock=false. ¦ terraform apply -lock=false ¦ yes
policy ¦ Terraform must always be run with -lock=true, so never pass -lock=false. ¦ terraform apply -lock=true ¦ no
policy ¦ Agents must not open pull requests against main, only against develop. ¦ gh pr create --base main --fill ¦ yes
policy ¦ Agents must not open pull requests against main, only against develop. ¦ gh pr create --base develop --fill ¦ no
policy ¦ Keep away from the customers table in production. ¦ psql -h prod-db -c "select 1" ¦ no
policy ¦ Never run VACUUM FULL during office hours. ¦ psql app -c "VACUUM FULL orders" ¦ yes
policy ¦ Never run VACUUM FULL during office hours. ¦ psql app -c "VACUUM orders" ¦ no
policy ¦ ansible-playbook always needs --limit. ¦ ansible-playbook site.yml ¦ yes
policy ¦ ansible-playbook always needs --limit. ¦ ansible-playbook site.yml --limit web ¦ no
policy ¦ No one is allowed to change /etc/hosts on the jump host. ¦ ssh jump "sudo sed -i s/a/b/ /etc/hosts" ¦ yes
policy ¦ No one is allowed to change /etc/hosts on the jump host. ¦ ssh jump cat /etc/hosts ¦ no
policy ¦ Do not merge your own pull requests. ¦ gh pr view 12 ¦ no
policy ¦ Never delete a Kubernetes namespace. ¦ kubectl delete ns sandbox ¦ yes
policy ¦ Never delete a Kubernetes namespace. ¦ kubectl delete pod x -n sandbox ¦ no
policy ¦ Stop committing directly to gh-pages. ¦ git checkout gh-pages && git commit -am x ¦ yes
policy ¦ Stop committing directly to gh-pages. ¦ git checkout docs && git commit -am x ¦ no
preference ¦ I want TypeScript scripts run with tsx, not ts-node. ¦ npx ts-node scripts/seed.ts ¦ yes
preference ¦ I want TypeScript scripts run with tsx, not ts-node. ¦ npx tsx scripts/seed.ts ¦ no
preference ¦ Use delta for diffs. ¦ git diff ¦ no
preference ¦ Use yq instead of sed for YAML files. ¦ sed -i 's/replicas: 1/replicas: 2/' deploy.yaml ¦ yes
preference ¦ Use yq instead of sed for YAML files. ¦ sed -i 's/a/b/' src/app.ts ¦ no
preference ¦ Prefer pnpm dlx to npx. ¦ npx create-vite app ¦ yes
preference ¦ Prefer pnpm dlx to npx. ¦ pnpm dlx create-vite app ¦ no
preference ¦ Please format Go code with gofumpt rather than gofmt. ¦ gofmt -w . ¦ yes
preference ¦ Please format Go code with gofumpt rather than gofmt. ¦ gofumpt -w . ¦ no
preference ¦ Always create annotated tags (git tag -a). ¦ git tag v1.4.0 ¦ yes
preference ¦ Always create annotated tags (git tag -a). ¦ git tag -a v1.4.0 -m "1.4.0" ¦ no
preference ¦ Run npm scripts with --silent. ¦ npm run build ¦ yes
preference ¦ Run npm scripts with --silent. ¦ npm run --silent build ¦ no
preference ¦ Don't start dev servers in the background. ¦ npm test ¦ no
preference ¦ Use mise for tool versions, not nvm or asdf. ¦ nvm install 20 ¦ yes
preference ¦ Use mise for tool versions, not nvm or asdf. ¦ mise use node@20 ¦ no
preference ¦ No watch mode please. ¦ npx vitest --watch ¦ yes
preference ¦ No watch mode please. ¦ npx vitest run ¦ no
preference ¦ Write commit messages in the imperative mood. ¦ git commit -m "Added a parser" ¦ yes
preference ¦ Write commit messages in the imperative mood. ¦ git commit -m "Add a parser" ¦ no
preference ¦ I prefer my editor to be neovim. ¦ vim a.txt ¦ no
preference ¦ Use the GitHub CLI for pull requests instead of opening the browser. ¦ gh pr create ¦ no
decision ¦ Webpack has been replaced by Vite. ¦ npx webpack --mode production ¦ yes
decision ¦ Webpack has been replaced by Vite. ¦ npx vite build ¦ no
decision ¦ We standardised on uv; pip and virtualenv are not used any more. ¦ pip install flask ¦ yes
decision ¦ We standardised on uv; pip and virtualenv are not used any more. ¦ uv add flask ¦ no
decision ¦ Mongo is out, Postgres is in. ¦ mongosh app ¦ no
decision ¦ Heroku is gone since we moved to Fly.io. ¦ heroku logs --tail ¦ yes
decision ¦ Heroku is gone since we moved to Fly.io. ¦ fly logs ¦ no
decision ¦ axios was dropped, use fetch. ¦ npm install axios ¦ yes
decision ¦ axios was dropped, use fetch. ¦ npm uninstall axios ¦ no
decision ¦ We will not adopt Nx. ¦ npx nx init ¦ yes
decision ¦ Python dependencies are locked with pip-tools instead of poetry. ¦ poetry lock ¦ yes
decision ¦ Python dependencies are locked with pip-tools instead of poetry. ¦ pip-compile requirements.in ¦ no
decision ¦ Config moved from config/app.json to config/app.toml. ¦ vim config/app.json ¦ yes
decision ¦ Config moved from config/app.json to config/app.toml. ¦ vim config/app.toml ¦ no
decision ¦ Deployments happen via ArgoCD, not with kubectl apply. ¦ kubectl apply -f deploy.yaml ¦ yes
decision ¦ Deployments happen via ArgoCD, not with kubectl apply. ¦ kubectl get deploy ¦ no
decision ¦ We keep Makefiles and will not switch to Bazel. ¦ make build ¦ no
decision ¦ New packages go to packages/, apps/ is frozen. ¦ mkdir apps/admin ¦ yes
decision ¦ New packages go to packages/, apps/ is frozen. ¦ mkdir packages/admin ¦ no
fact ¦ The package registry is npm.acme.io; registry.npmjs.org is blocked by the firewall. ¦ npm install --registry https://registry.npmjs.org zod ¦ yes
fact ¦ The package registry is npm.acme.io; registry.npmjs.org is blocked by the firewall. ¦ npm install --registry https://npm.acme.io zod ¦ no
fact ¦ The cluster context is called acme-stg, not staging. ¦ kubectl --context staging get pods ¦ yes
fact ¦ The cluster context is called acme-stg, not staging. ¦ kubectl --context acme-stg get pods ¦ no
fact ¦ Grafana moved from port 3000 to port 3030. ¦ curl localhost:3000/api/health ¦ yes
fact ¦ Grafana moved from port 3000 to port 3030. ¦ curl localhost:3030/api/health ¦ no
fact ¦ The develop branch no longer exists. ¦ git checkout develop ¦ yes
fact ¦ The develop branch no longer exists. ¦ git checkout main ¦ no
fact ¦ docker is not installed here, only podman. ¦ docker ps ¦ yes
fact ¦ docker is not installed here, only podman. ¦ podman ps ¦ no
fact ¦ Tests take about 4 minutes. ¦ npm test ¦ no
fact ¦ The old API host api-v1.acme.dev was shut down in May. ¦ curl https://api-v1.acme.dev/users ¦ yes
fact ¦ The old API host api-v1.acme.dev was shut down in May. ¦ curl https://api.acme.dev/users ¦ no
fact ¦ The web app is started with \`pnpm dev\`. ¦ pnpm build ¦ no
fact ¦ SSH on the NAS is on port 2222. ¦ ssh -p 22 admin@nas ¦ yes
fact ¦ SSH on the NAS is on port 2222. ¦ ssh -p 2222 admin@nas ¦ no
architecture ¦ Nothing outside packages/db may depend on knex. ¦ pnpm --filter db add knex ¦ no
architecture ¦ The snapshots in test/__snapshots__ are written by vitest -u, don't edit them by hand. ¦ sed -i s/a/b/ test/__snapshots__/a.snap ¦ yes
architecture ¦ The snapshots in test/__snapshots__ are written by vitest -u, don't edit them by hand. ¦ npx vitest run -u ¦ no
architecture ¦ Generated clients under clients/ must not be modified manually. ¦ perl -pi -e 's/a/b/' clients/ts/index.ts ¦ yes
architecture ¦ Generated clients under clients/ must not be modified manually. ¦ ls clients/ts ¦ no
architecture ¦ The mobile app must not use lodash. ¦ yarn workspace mobile add lodash ¦ yes
architecture ¦ The mobile app must not use lodash. ¦ yarn workspace admin add lodash ¦ no
pitfall ¦ git pull with local changes fails; stash isn't the answer, commit first. ¦ git status ¦ no
pitfall ¦ yarn install --force wipes the patched packages. ¦ yarn install --force ¦ yes
pitfall ¦ yarn install --force wipes the patched packages. ¦ yarn install ¦ no
pitfall ¦ cargo clean costs 20 minutes of rebuild, avoid it. ¦ cargo clean ¦ yes
pitfall ¦ cargo clean costs 20 minutes of rebuild, avoid it. ¦ cargo build ¦ no
pitfall ¦ Deleting node_modules breaks the symlinks of the linked packages, don't do it. ¦ rm -rf node_modules ¦ yes
pitfall ¦ Deleting node_modules breaks the symlinks of the linked packages, don't do it. ¦ ls node_modules ¦ no
pitfall ¦ alembic downgrade base drops everything, go down one step at a time (alembic downgrade -1). ¦ alembic downgrade base ¦ yes
pitfall ¦ alembic downgrade base drops everything, go down one step at a time (alembic downgrade -1). ¦ alembic downgrade -1 ¦ no
pitfall ¦ npx prisma db push on staging loses data; use prisma migrate deploy. ¦ npx prisma migrate deploy ¦ no
pitfall ¦ tar without --exclude=.git makes the archive huge. ¦ tar czf out.tgz . ¦ yes
pitfall ¦ tar without --exclude=.git makes the archive huge. ¦ tar czf out.tgz --exclude=.git . ¦ no
pitfall ¦ go mod tidy must be run before go mod vendor. ¦ go mod vendor && go mod tidy ¦ yes
pitfall ¦ go mod tidy must be run before go mod vendor. ¦ go mod tidy && go mod vendor ¦ no
pitfall ¦ Port 5000 is taken by AirPlay on Macs, so start Flask on 5001. ¦ flask run --port 5000 ¦ yes
pitfall ¦ Port 5000 is taken by AirPlay on Macs, so start Flask on 5001. ¦ flask run --port 5001 ¦ no
pitfall ¦ Rebooting web-1 takes ten minutes because of fsck. ¦ ssh web-1 sudo reboot ¦ yes
pitfall ¦ Rebooting web-1 takes ten minutes because of fsck. ¦ ssh web-1 uptime ¦ no
pitfall ¦ flutter clean is needed after switching flavors. ¦ flutter clean ¦ no
policy ¦ Nobody deletes rows in billing by hand, corrections go through the backoffice. ¦ psql -h db billing -c "DELETE FROM invoices WHERE id=7" ¦ yes
policy ¦ Nobody deletes rows in billing by hand, corrections go through the backoffice. ¦ psql -h db billing -c "SELECT * FROM invoices" ¦ no
policy ¦ Never run the load tests against production, only against perf. ¦ k6 run -e BASE=https://www.prod.acme.io load/checkout.js ¦ yes
policy ¦ Never run the load tests against production, only against perf. ¦ k6 run -e BASE=https://perf.acme.io load/checkout.js ¦ no
policy ¦ Images are only pulled from registry.acme.io. ¦ docker pull registry.acme.io/base/node:20 ¦ no
policy ¦ Don't give containers the Docker socket. ¦ docker run -v /var/run/docker.sock:/var/run/docker.sock ci/agent ¦ no
policy ¦ Don't mount /var/run/docker.sock into containers. ¦ docker run -v /var/run/docker.sock:/var/run/docker.sock ci/agent ¦ yes
policy ¦ Don't mount /var/run/docker.sock into containers. ¦ docker run -v ./data:/data ci/agent ¦ no
policy ¦ No rm -rf with a variable in it. ¦ rm -rf build ¦ no
policy ¦ Always use --dry-run=server before kubectl apply in prod. ¦ kubectl --context dev apply -f x.yaml ¦ no
policy ¦ Don't use cp -r to back up /srv/git, use rsync -a. ¦ cp -r /srv/git /mnt/backup ¦ yes
policy ¦ Don't use cp -r to back up /srv/git, use rsync -a. ¦ rsync -a /srv/git /mnt/backup ¦ no
policy ¦ Workspaces named prod-* must not be selected from a laptop. ¦ terraform workspace select prod-eu ¦ yes
policy ¦ Workspaces named prod-* must not be selected from a laptop. ¦ terraform workspace select dev-ina ¦ no
policy ¦ Commits to main must be signed. ¦ git commit -S -m "x" ¦ no
policy ¦ Never run Ansible without --check first on production inventory. ¦ ansible-playbook -i inventories/staging site.yml ¦ no
policy ¦ Only CI pushes to registry.acme.io. ¦ docker push registry.acme.io/api:1.0 ¦ yes
policy ¦ Only CI pushes to registry.acme.io. ¦ docker pull registry.acme.io/api:1.0 ¦ no
policy ¦ We don't edit applied migrations. ¦ cat db/migrate/001.rb ¦ no
policy ¦ The directory fixtures/golden is frozen, nothing in there may be changed. ¦ cp out.json fixtures/golden/out.json ¦ yes
policy ¦ The directory fixtures/golden is frozen, nothing in there may be changed. ¦ diff out.json fixtures/golden/out.json ¦ no
policy ¦ Avoid git merge on feature branches, rebase instead. ¦ git checkout feature/a && git merge main ¦ yes
policy ¦ Avoid git merge on feature branches, rebase instead. ¦ git checkout main && git merge --ff-only feature/a ¦ no
policy ¦ Never leave kubectl proxy or port-forward running on the bastion. ¦ kubectl get pods ¦ no
policy ¦ Do not stop the postgres container while the import is running. ¦ docker stop postgres ¦ yes
policy ¦ Do not stop the postgres container while the import is running. ¦ docker stop mailhog ¦ no
policy ¦ Never use a personal access token in a git remote URL. ¦ git remote add origin https://github.com/acme/api ¦ no
policy ¦ sudo is only for apt and systemctl. ¦ sudo apt update ¦ no
policy ¦ PRs go to develop, not to main. ¦ gh pr create --base main ¦ yes
policy ¦ PRs go to develop, not to main. ¦ gh pr create --base develop ¦ no
policy ¦ Never turn off the firewall (ufw disable). ¦ sudo ufw disable ¦ yes
policy ¦ Never turn off the firewall (ufw disable). ¦ sudo ufw status ¦ no
policy ¦ Hands off the crontab of user backup. ¦ crontab -u deploy -l ¦ no
policy ¦ Our Go modules are vendored; go build always with -mod=vendor. ¦ go build ./... ¦ yes
policy ¦ Our Go modules are vendored; go build always with -mod=vendor. ¦ go build -mod=vendor ./... ¦ no
policy ¦ Please don't npm install with Node < 20. ¦ node --version ¦ no
policy ¦ No changes to infra/ from feature work. ¦ terraform -chdir=infra plan ¦ no
policy ¦ Don't run anything against the eu-prod cluster. ¦ kubectl --context eu-prod delete job x ¦ yes
policy ¦ Don't run anything against the eu-prod cluster. ¦ kubectl --context eu-dev delete job x ¦ no
preference ¦ Delete branches with git branch -d instead of -D. ¦ git branch -D old ¦ yes
preference ¦ Delete branches with git branch -d instead of -D. ¦ git branch -d old ¦ no
preference ¦ I want pnpm test run with --reporter=dot. ¦ pnpm test --reporter=dot ¦ no
preference ¦ Please write ls -l instead of ll. ¦ ls -l ¦ no
preference ¦ Use curl --fail in scripts. ¦ wget https://x.dev ¦ no
preference ¦ Compress logs with xz instead of gzip. ¦ gzip app.log ¦ yes
preference ¦ Compress logs with xz instead of gzip. ¦ xz app.log ¦ no
preference ¦ Instead of editing files with sed, use a small script. ¦ ls ¦ no
preference ¦ Don't use watch loops, I close the laptop. ¦ npm test ¦ no
preference ¦ For downloads I prefer wget to curl -O. ¦ curl -O https://acme.dev/a.tgz ¦ yes
preference ¦ For downloads I prefer wget to curl -O. ¦ curl https://acme.dev/api ¦ no
preference ¦ Never use yarn here, this is an npm project. ¦ yarn add zod ¦ yes
preference ¦ Never use yarn here, this is an npm project. ¦ npm install zod ¦ no
decision ¦ We left Travis for GitHub Actions. ¦ travis lint ¦ yes
decision ¦ Mocha gave way to node:test. ¦ node --test ¦ no
decision ¦ The team agreed to use trunk-based development: no long-lived develop branch any more. ¦ git push origin develop ¦ yes
decision ¦ The team agreed to use trunk-based development: no long-lived develop branch any more. ¦ git push origin main ¦ no
decision ¦ Deno was tried and dropped; scripts run on Node. ¦ deno run scripts/a.ts ¦ yes
decision ¦ Deno was tried and dropped; scripts run on Node. ¦ node scripts/a.ts ¦ no
decision ¦ We use Conventional Commits with a scope. ¦ git commit -m "stuff" ¦ yes
decision ¦ We use Conventional Commits with a scope. ¦ git commit -m "fix(api): close the socket" ¦ no
decision ¦ Packer images are built in the pipeline only. ¦ packer build web.pkr.hcl ¦ yes
decision ¦ Packer images are built in the pipeline only. ¦ packer validate web.pkr.hcl ¦ no
decision ¦ Helm 2 and Tiller are gone. ¦ helm list ¦ no
decision ¦ TSLint was replaced with ESLint in 2021. ¦ npx tslint src ¦ yes
decision ¦ TSLint was replaced with ESLint in 2021. ¦ npx eslint src ¦ no
fact ¦ The dev server runs on port 5174 because 5173 is used by the other app. ¦ curl http://localhost:5173/ ¦ yes
fact ¦ The dev server runs on port 5174 because 5173 is used by the other app. ¦ curl http://localhost:5174/ ¦ no
fact ¦ The artifact server is nexus.acme.io; artifactory.acme.io was switched off in 2023. ¦ curl -O https://artifactory.acme.io/repo/a.jar ¦ yes
fact ¦ The artifact server is nexus.acme.io; artifactory.acme.io was switched off in 2023. ¦ curl -O https://nexus.acme.io/repo/a.jar ¦ no
fact ¦ pip is not available on this box, packages come through conda. ¦ pip install numpy ¦ yes
fact ¦ pip is not available on this box, packages come through conda. ¦ conda install numpy ¦ no
fact ¦ The service is called acme-worker, not worker. ¦ systemctl status acme-worker ¦ no
fact ¦ The queue moved from RabbitMQ to SQS. ¦ aws sqs list-queues ¦ no
fact ¦ Branch protection requires two reviews. ¦ gh pr merge 3 --squash ¦ no
architecture ¦ The domain package must stay free of dependencies. ¦ pnpm --filter web add zod ¦ no
architecture ¦ The frontend must not depend on the aws-sdk. ¦ npm --workspace frontend install aws-sdk ¦ yes
architecture ¦ The frontend must not depend on the aws-sdk. ¦ npm --workspace backend install aws-sdk ¦ no
architecture ¦ Everything in build/ is an artifact, never commit it. ¦ git add build/app.js ¦ yes
architecture ¦ Everything in build/ is an artifact, never commit it. ¦ git add src/app.js ¦ no
pitfall ¦ go clean -modcache makes the next build download everything again, skip it. ¦ go clean -modcache ¦ yes
pitfall ¦ go clean -modcache makes the next build download everything again, skip it. ¦ go clean ¦ no
pitfall ¦ Running npm run build and npm run dev at the same time corrupts .next. ¦ npm run build ¦ no
pitfall ¦ kubectl rollout restart of the gateway drops sessions; do it at night only. ¦ kubectl rollout restart deploy/gateway ¦ yes
pitfall ¦ kubectl rollout restart of the gateway drops sessions; do it at night only. ¦ kubectl rollout restart deploy/web ¦ no
pitfall ¦ git gc --prune=now has eaten dangling commits we still needed. ¦ git gc --prune=now ¦ yes
pitfall ¦ git gc --prune=now has eaten dangling commits we still needed. ¦ git gc ¦ no
pitfall ¦ poetry update bumps everything; name the package. ¦ poetry update ¦ yes
pitfall ¦ poetry update bumps everything; name the package. ¦ poetry update httpx ¦ no
pitfall ¦ pre-commit run --all-files takes 10 minutes, run it on the changed files. ¦ pre-commit run ¦ no
pitfall ¦ mvn deploy without -DskipITs hits the real payment API. ¦ mvn deploy ¦ yes
pitfall ¦ mvn deploy without -DskipITs hits the real payment API. ¦ mvn deploy -DskipITs ¦ no
pitfall ¦ The VPN has to be up before terraform plan. ¦ terraform plan ¦ no
`;

export const WIDE_PAIRS: readonly Pair[] = LINES.trim()
  .split("\n")
  .map((line) => {
    const [type = "", text = "", command = "", says = ""] = line.split(" ¦ ");
    return { type: type as RecordType, text, command, conflicts: says === "yes" };
  });
