/** The table of programs: how many words belong to a program's name, and which of its options take a value. */
import type { Program } from "./program.ts";
import { WRAPPERS } from "./wrappers.ts";

const NONE: Program = {};

/** The row of a program, with or without its path, its version and its extension. */
export function programOf(name: string): Program {
  const known = TABLE.get(name);
  if (known !== undefined || /^[a-z-]+$/.test(name)) return known ?? NONE;
  const base = name.slice(name.lastIndexOf("/") + 1).replace(/\.(?:exe|cmd|bat)$/, "");
  return TABLE.get(base) ?? TABLE.get(base.replace(/(?<![\d.])[\d.]+$/, "")) ?? NONE;
}

const two = (words: string): Record<string, number> => Object.fromEntries(words.split(" ").map((word) => [word, 2]));

const NODE_VALUES = "-r --require --import --loader --experimental-loader -C --conditions --env-file --inspect-port";
const JS_RUNNER: Program = { depth: 1, takesScript: true, depths: { watch: 2 }, values: `${NODE_VALUES} --tsconfig` };

const PROGRAMS: Readonly<Record<string, Program>> = {
  git: {
    depth: 1,
    depths: two("stash remote submodule worktree bisect lfs flow notes bundle sparse-checkout maintenance subtree svn"),
    values: "-C -c --git-dir --work-tree --namespace --exec-path --config-env",
  },
  gh: { depth: 2, depths: { api: 1, browse: 1, status: 1 }, values: "-R --repo --hostname" },
  glab: { depth: 2, depths: { api: 1 }, values: "-R --repo" },
  hg: { depth: 1, values: "-R --repository --cwd --config" },
  jj: { depth: 1, depths: two("git bookmark op workspace config file"), values: "-R --repository" },

  npm: {
    depth: 1,
    depths: two("run run-script rum urn config c cache token pkg dist-tag access org team profile"),
    runsAfter: { exec: 0, x: 0 },
    values: "-w --workspace --prefix -C --registry --loglevel --userconfig --cache --tag --otp -p --package",
  },
  pnpm: {
    depth: 1,
    depths: two("run config store env"),
    runsAfter: { exec: 0, dlx: 0 },
    values: "-C --dir -F --filter --filter-prod --loglevel --registry --package",
  },
  yarn: {
    depth: 1,
    depths: { ...two("run config global npm plugin cache set"), workspaces: 4 },
    runsAfter: { exec: 0, dlx: 0 },
    skips: { workspace: 1 },
    values: "--cwd --registry -p --package --include --exclude --from",
  },
  bun: {
    depth: 1,
    depths: two("run pm"),
    takesScript: true,
    runsAfter: { x: 0 },
    values: "--cwd --filter -F --env-file -r --preload",
    ends: "-e --eval",
  },
  deno: { depth: 1, depths: two("run task"), takesScript: true, values: "-c --config --import-map --lock --cert" },
  nx: { depth: 1, depths: two("run generate g") },
  turbo: { depth: 1, depths: two("run"), values: "--filter -F --cwd --concurrency --cache-dir" },
  lerna: { depth: 1, depths: two("run"), values: "--scope --ignore --concurrency" },
  ng: { depth: 1, depths: two("generate g") },
  wrangler: { depth: 1, depths: two("pages d1 kv r2 secret queues versions"), values: "-c --config -e --env" },
  vercel: { depth: 1, depths: two("env domains alias"), values: "-t --token --cwd -S --scope" },
  netlify: { depth: 1, values: "--auth --filter" },
  fly: { depth: 1, depths: two("secrets apps postgres volumes scale machine ssh"), values: "-a --app -c --config" },
  heroku: { depth: 1, values: "-a --app -r --remote" },
  firebase: { depth: 1, values: "-P --project --token" },
  supabase: { depth: 2, values: "--workdir --profile" },
  prisma: { depth: 2, values: "--schema" },
  vitest: { depths: { run: 1, watch: 1, dev: 1, bench: 1, related: 1, list: 1 } },
  webpack: { depths: { serve: 1, build: 1, watch: 1 } },
  node: {
    depth: 1,
    takesScript: true,
    modes: { "--test": 0, "--run": 1 },
    values: NODE_VALUES,
    ends: "-e --eval -p --print -pe -v --version",
  },
  tsx: JS_RUNNER,
  "ts-node": { ...JS_RUNNER, values: `${NODE_VALUES} -P --project -O` },

  python: { depth: 1, takesScript: true, modes: { "-m": 1 }, values: "-W -X", ends: "-c -V --version" },
  ruby: { depth: 1, takesScript: true, values: "-I -r -C", ends: "-e -v --version" },
  perl: { depth: 1, takesScript: true, values: "-I", ends: "-e -E -ne -pe -pi -i -lne -v" },
  php: { depth: 1, depths: two("artisan"), takesScript: true, values: "-d -c -S -t", ends: "-r -v -i -m" },
  lua: { depth: 1, takesScript: true, values: "-l", ends: "-e -v" },
  julia: { depth: 1, takesScript: true, values: "-t --threads -L", ends: "-e -v" },
  Rscript: { depth: 1, takesScript: true, ends: "-e" },
  java: { modes: { "-jar": 0 } },
  "manage.py": { depth: 1, values: "--settings --pythonpath" },
  "setup.py": { depth: 1 },
  artisan: { depth: 1, values: "--env" },
  console: { depth: 1, values: "--env -e" },
  pip: { depth: 1, depths: two("cache config"), values: "--proxy --log --cache-dir --python" },
  poetry: {
    depth: 1,
    depths: two("env self cache source config"),
    runsAfter: { run: 0 },
    values: "-C --directory -P --project",
  },
  uv: {
    depth: 1,
    depths: two("pip tool python cache self"),
    runsAfter: { run: 0 },
    values:
      "--with --with-editable --with-requirements --extra --group --python -p --env-file --directory --project --package --index-url --cache-dir",
    ends: "-m --module",
  },
  hatch: {
    depth: 1,
    depths: two("run env"),
    runsAfter: { run: 0 },
    keepsName: true,
    values: "-e --env -p --project",
  },
  conda: {
    depth: 1,
    depths: two("env config"),
    runsAfter: { run: 0 },
    values: "-n --name -p --prefix --cwd",
  },
  alembic: { depth: 1, values: "-c --config -n --name -x" },
  flask: { depth: 1, depths: two("db"), values: "-A --app -e --env-file" },
  celery: { depth: 1, values: "-A --app -b --broker --workdir" },
  airflow: { depth: 2 },

  cargo: {
    depth: 1,
    depths: two("nextest xtask make"),
    values: "--manifest-path -Z -C --config --color",
  },
  go: { depth: 1, depths: two("mod work tool"), values: "-C" },
  zig: { depth: 1, depths: two("build") },
  swift: { depth: 1, depths: two("package") },
  dart: { depth: 1, depths: two("pub") },
  dotnet: { depth: 1, depths: { ...two("tool nuget workload"), ef: 3 } },
  make: { depth: 3, values: "-C --directory -f --file --makefile -I -o -W" },
  gradle: {
    depth: 3,
    values: "-p --project-dir -b --build-file -c -I --init-script -x --exclude-task --tests -g --gradle-user-home",
  },
  mvn: { depth: 3, values: "-f --file -pl --projects -P -s --settings -T --threads -rf" },
  sbt: { depth: 3 },
  rake: { depth: 3, values: "-f --rakefile -C -I" },
  cmake: { modes: { "--build": 0, "--install": 0, "--workflow": 0 }, values: "-S -B -G -A -T -C" },
  ninja: { depth: 1, values: "-C -f -j -k -l -t -d" },
  just: { depth: 1, values: "-f --justfile -d --working-directory --dotenv-path --shell" },
  task: { depth: 1, values: "-t --taskfile -d --dir -o --output" },
  fastlane: { depth: 2, values: "--env" },
  xcodebuild: {
    depth: 2,
    values: "-scheme -workspace -project -destination -sdk -configuration -derivedDataPath -archivePath -exportPath",
  },
  xcrun: { depth: 2, values: "--sdk" },
  adb: { depth: 1, values: "-s -t -H -P" },

  docker: {
    depth: 1,
    depths: two(
      "compose buildx builder container context image manifest network plugin scout service stack swarm system volume secret",
    ),
    values:
      "-H --host -c --context --config -l --log-level -f --file -p --project-name --profile --env-file --project-directory --ansi --progress",
  },
  "docker-compose": { depth: 1, values: "-f --file -p --project-name --profile --env-file --project-directory" },
  kubectl: {
    depth: 1,
    depths: two("rollout config auth set certificate plugin krew"),
    values:
      "-n --namespace --context --kubeconfig -s --server --cluster --user --token --as --as-group -v --request-timeout --cache-dir",
  },
  helm: {
    depth: 1,
    depths: two("repo dependency dep plugin get show registry"),
    values: "-n --namespace --kube-context --kubeconfig",
  },
  kind: { depth: 2, values: "--name --kubeconfig" },
  k3d: { depth: 2 },
  minikube: { depth: 1, depths: two("addons config"), values: "-p --profile" },
  flux: { depth: 2, values: "-n --namespace --context" },
  argocd: { depth: 2, values: "--server --auth-token --grpc-web-root-path" },
  eksctl: { depth: 2, values: "-p --profile -r --region" },
  terraform: { depth: 1, depths: two("state workspace providers"), values: "--terragrunt-working-dir" },
  pulumi: { depth: 1, depths: two("stack config plugin"), values: "-s --stack -C --cwd --color" },
  vagrant: { depth: 1, depths: two("box plugin snapshot") },
  vault: { depth: 1, depths: two("kv auth secrets policy token operator"), values: "-address -namespace" },
  consul: { depth: 1, depths: two("kv acl") },
  nomad: { depth: 1, depths: two("job node alloc"), values: "-address -region -namespace" },
  aws: {
    depth: 2,
    values:
      "--profile --region --output --query --endpoint-url --color --ca-bundle --cli-read-timeout --cli-connect-timeout",
  },
  gcloud: {
    depth: 3,
    depths: { ...two("run app auth config functions builds components projects"), "compute ssh": 2, "compute scp": 2 },
    values:
      "--project --account --region --zone --format --configuration --filter --impersonate-service-account --verbosity",
  },
  az: {
    depth: 2,
    depths: { network: 3, storage: 3, "keyvault secret": 3, "ad sp": 3, "monitor log-analytics": 3 },
    values: "--subscription -o --output --query -g --resource-group -n --name",
  },
  doctl: { depth: 2, depths: { compute: 3, kubernetes: 3 }, values: "-t --access-token -c --context -o --output" },
  gsutil: { depth: 1, values: "-o -h -u" },
  restic: { depth: 1, values: "-r --repo -p --password-file -o" },

  apt: { depth: 1, values: "-o -t -c" },
  "apt-get": { depth: 1, values: "-o -t -c" },
  brew: { depth: 1, depths: two("services") },
  nix: { depth: 1, depths: two("flake profile store registry"), values: "--option --extra-experimental-features" },
  composer: { depth: 1, depths: two("run run-script global"), values: "-d --working-dir" },
  bundle: { depth: 1, depths: two("config"), runsAfter: { exec: 0 }, values: "--gemfile" },
  systemctl: { depth: 1, values: "-H --host -M --machine -p --property -t --type -n --lines -o --output" },
  service: { depth: 2 },
  nmcli: { depth: 2, values: "-f -m -c" },
  btrfs: { depth: 2 },
  ssh: {
    takesLine: "after-host",
    keepsName: true,
    values: "-b -c -D -E -e -F -I -i -J -L -l -m -O -o -p -Q -R -S -W -w -B",
  },
  tmux: { depth: 1, values: "-L -S -f -c -T" },
  claude: { depths: { ...two("mcp config plugin"), update: 1, doctor: 1 } },
  codex: {
    depths: { ...two("mcp"), exec: 1, login: 1, resume: 1, apply: 1 },
    values: "-m --model -c --config -C --cd -p",
  },
  gemini: { depths: two("mcp extensions"), values: "-m --model" },
  opencode: { depths: { ...two("auth agent mcp"), run: 1, serve: 1, upgrade: 1 }, values: "-m --model" },
  oldhand: {
    depth: 1,
    depths: two("record suggestions history session ticket episode workflow memory project config"),
    values: "-C",
  },
};

/** One subcommand, and no option with a value before it. */
const PLAIN_ONES = [
  "svn hub gt act next nuxi nuxt astro vite expo eas react-native remix storybook changeset playwright cypress biome ruff",
  "pre-commit husky drizzle-kit knex sequelize typeorm django-admin jupyter streamlit dbt mix rails thor",
  "invoke inv doit grunt gulp lein stack cabal bazel bazelisk buck pants meson ant mill tilt skaffold packer",
  "ansible-galaxy ansible-vault kustomize istioctl colima limactl multipass orb bq s3cmd rclone borg aptitude dnf yum",
  "zypper apk snap flatpak port home-manager nixos-rebuild darwin-rebuild choco winget scoop gem pod carthage luarocks",
  "launchctl loginctl timedatectl hostnamectl ip ufw zfs zpool supervisorctl pm2 zellij openssl chezmoi sdk goenv tsh",
  "ollama dvc rush moon foreman hugo jekyll zola mkdocs symfony wp drush buf sqlc goose migrate atlas",
].flatMap((line) => line.split(" "));

const ONE: Program = { depth: 1 };

const SAME_AS: Readonly<Record<string, string>> = {
  podman: "docker",
  nerdctl: "docker",
  oc: "kubectl",
  k: "kubectl",
  tofu: "terraform",
  terragrunt: "terraform",
  awslocal: "aws",
  flyctl: "fly",
  gmake: "make",
  gradlew: "gradle",
  mvnw: "mvn",
  mamba: "conda",
  micromamba: "conda",
  flutter: "dart",
};

/** Every row by the name of its program. */
export const TABLE: ReadonlyMap<string, Program> = new Map([
  ...PLAIN_ONES.map((name): [string, Program] => [name, ONE]),
  ...Object.entries(WRAPPERS),
  ...Object.entries(PROGRAMS),
  ...Object.entries(SAME_AS).map(([name, other]): [string, Program] => [name, PROGRAMS[other] ?? NONE]),
]);
