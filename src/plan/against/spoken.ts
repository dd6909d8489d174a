/** Actions that take more than one word to name: "force push", "log in as root", "pipe into a shell", "no ORM". */
import { type ParsedCommand as Act, hasOption, hasVerb, isOneOf, operands } from "../../core/command/parsed-command.ts";
import { isBy } from "./deeds.ts";
import { addedPackages, type Deed, sqlOf } from "./scene.ts";

type Spoken = {
  /** Every phrase for it contains one of these: searching for them is quicker than trying the pattern. */
  readonly about: string;
  readonly says: RegExp;
  readonly is: (deed: Deed, found: RegExpExecArray) => boolean;
};

const isGit = (act: Act, verbs: string): boolean => isOneOf(act, "git") && hasVerb(act, verbs);
const isForced = (act: Act): boolean =>
  hasOption(act, "-f --force --force-with-lease") || operands(act).some(({ value }) => /^\+./.test(value));

const isHookless = (act: Act): boolean =>
  isOneOf(act, "git") && (hasOption(act, "--no-verify") || (isGit(act, "commit") && hasOption(act, "-n")));

const isUnverified = (act: Act): boolean =>
  isBy("curl -k|--insecure; wget --no-check-certificate; http|https --verify=no", act) ||
  act.args.some(({ value }) => /^(?:http\.)?sslverify=(?:false|0)$|^strict-ssl(?:=false)?$/i.test(value)) ||
  act.assigns.some(({ name, value }) =>
    /^(?:NODE_TLS_REJECT_UNAUTHORIZED|PYTHONHTTPSVERIFY)=0$|^GIT_SSL_NO_VERIFY=(?:1|true)$/.test(`${name}=${value}`),
  );

/** Kinds of packages that are refused as a kind. */
const KINDS: Readonly<Record<string, RegExp>> = {
  orm: /(?:^|[/@-])(?:gorm|ent|bun|prisma|@prisma|typeorm|sequelize|sqlalchemy|sqlmodel|peewee|tortoise-orm|pony|drizzle-orm|mikro-orm|objection|hibernate|diesel|sea-orm|knex|activerecord|mongoose)(?:$|[/@-])/,
  "css-in-js": /styled-components|emotion|stitches|vanilla-extract|styled-jsx/,
  "state management": /redux|mobx|zustand|recoil|jotai|xstate|pinia/,
  "ui (?:kit|library|framework)": /@mui\/|antd|chakra|bootstrap|mantine/,
  "date librar(?:y|ies)": /^(?:moment|dayjs|date-fns|luxon)/,
  "http client": /^(?:axios|got|node-fetch|superagent|ky|request|requests|httpx)$/,
  mocking: /sinon|nock|mockito|testdouble|msw/,
  jquery: /^jquery/,
  lodash: /^lodash/,
};

const SECRET_NAME =
  /(?:password|passwd|secret|token|api[_-]?key|access[_-]?key|credential)s?\w*[=:]\s*(?![$<]|\s*$)|^--?(?:password|token|secret|api-key)$/i;

function showsSecret({ act }: Deed): boolean {
  const texts = [...act.args.map(({ value }) => value), ...act.assigns.map(({ name, value }) => `${name}=${value}`)];
  return (
    texts.some((text) => SECRET_NAME.test(text) && !/-file\b/.test(text)) ||
    texts.some((text) => /\b(?:Bearer|Basic) [\w.-]{6,}/.test(text) || /:\/\/[^/\s:@$]+:[^/\s@$]+@/.test(text)) ||
    (isOneOf(act, "mysql mysqldump sshpass") && texts.some((text) => /^-p.+/.test(text))) ||
    (isOneOf(act, "curl") &&
      texts.some((text, at) => /^(?:-u|--user)$/.test(texts[at - 1] ?? "") && text.includes(":")))
  );
}

const isRoot = ({ act }: Deed): boolean =>
  isOneOf(act, "ssh scp sftp rsync mosh") &&
  act.args.some(({ value }, at) => /^root@/.test(value) || (value === "root" && act.args[at - 1]?.value === "-l"));

const MODES = "watch|debug|interactive|verbose|privileged|parallel|daemon|headless|offline|insecure";

const SQL = "DELETE|UPDATE|DROP|TRUNCATE|ALTER|INSERT|GRANT|CREATE|REINDEX|VACUUM";

const onDockerHub = (act: Act): boolean =>
  isOneOf(act, "docker podman skopeo crane nerdctl") &&
  operands(act).some(
    ({ value }) =>
      /^(?:docker\.io|index\.docker\.io|registry-1\.docker\.io)\/|^[a-z0-9][\w-]*(?:\/[\w.-]+)?(?::[\w.-]+)?$/.test(
        value,
      ) && !hasVerb(act, value),
  );

export const SPOKEN: readonly Spoken[] = [
  {
    about: "own",
    says: /\bchang\w* (?:the )?own(?:er|ers|ership)(?: of)?\b/i,
    is: ({ act }) => isOneOf(act, "chown chgrp"),
  },
  {
    about: "permission mode right",
    says: /\bchang\w* (?:the )?(?:file )?(?:permissions?|modes?|rights)(?: of)?\b/i,
    is: ({ act }) => isOneOf(act, "chmod setfacl"),
  },
  {
    about: "hub",
    says: /\bdocker ?hub\b/i,
    is: ({ act }) => isBy("docker|podman|skopeo|crane pull|push|run|copy|build|tag", act) && onDockerHub(act),
  },
  {
    about: "pull pr merge",
    says: /\b(?:open|creat|rais|fil)(?:e|es|ing)? (?:a |any |new )*(?:pull requests?|PRs?|merge requests?)\b/i,
    is: ({ act }) => isBy("gh pr create; glab mr create", act),
  },
  {
    about: "force",
    says: /\bforce[- ]?push(?:es|ing|ed)?\b/i,
    is: ({ act }) => isGit(act, "push") && isForced(act),
  },
  {
    about: "force",
    says: /\bpush(?:es|ing|ed)? with (?:force|--force)\b/i,
    is: ({ act }) => isGit(act, "push") && isForced(act),
  },
  {
    about: "history",
    says: /\brewrit(?:e|es|ing|ten) (?:the |git |published |shared )*history\b|\bhistory rewrites?\b/i,
    is: ({ act }) =>
      isGit(act, "rebase,filter-branch,filter-repo") ||
      (isGit(act, "push") && isForced(act)) ||
      (isGit(act, "commit") && hasOption(act, "--amend")),
  },
  {
    about: "reset",
    says: /\bhard[- ]resets?\b|\breset(?:ting)? --?hard\b/i,
    is: ({ act }) => isGit(act, "reset") && hasOption(act, "--hard"),
  },
  {
    about: "hook",
    says: /\b(?:skip|bypass|disabl|circumvent)\w* (?:the |git |our |any |pre-commit |pre-push |commit )*hooks?\b/i,
    is: ({ act }) => isHookless(act),
  },
  {
    about: "hook",
    says: /\b(?:pre-commit |pre-push |commit |git )?hooks? (?:be |are |is |get |gets )?(?:ever )?(?:skipped|bypassed|disabled|circumvented|turned off|switched off)\b/i,
    is: ({ act }) => isHookless(act),
  },
  {
    about: "tls ssl https cert verif",
    says: /\b(?:disabl|skip|bypass|turn|switch)\w*(?: off)? (?:the )?(?:TLS|SSL|HTTPS|certificate|cert)s? (?:verification|checks?|checking|validation)\b/i,
    is: ({ act }) => isUnverified(act),
  },
  {
    about: "pip curl",
    says: /\bpip(?:e|es|ing|ed)\b.{0,60}\b(?:shell|sh|bash|interpreter)\b|\bcurl ?\| ?(?:ba)?sh\b/i,
    is: ({ act }) => isOneOf(act, "sh bash zsh dash fish") && act.fedBy.length > 0,
  },
  {
    about: "global",
    says: /\binstall\w*\b[^,;]{0,40}\bglobally\b|\bglobal(?:ly)? (?:npm |pnpm |yarn |node )?(?:install(?:s|ed|ation|ations)?|packages?)\b|\bglobal (?:npm|node)\b/i,
    is: ({ act }) => isOneOf(act, "npm pnpm yarn bun") && (hasOption(act, "-g --global") || hasVerb(act, "global add")),
  },
  {
    about: "root",
    says: /\b(?:log(?:s|ging|ged)?[ -]?in|ssh|connect|sign in)\w*\b[^,;]{0,40}\bas root\b(?: (?:over|via|through|with|by) ssh)?|\broot (?:logins?|ssh)\b(?: (?:over|via) ssh)?/i,
    is: isRoot,
  },
  {
    about: "secret password token credential key",
    says: /\b(?:secrets?|passwords?|tokens?|credentials?|api keys?)\b[^.;]{0,40}\b(?:command[- ]?lines?|arguments?|args|inline|plain ?text|shell history)\b/i,
    is: showsSecret,
  },
  {
    about: "mode",
    says: new RegExp(`\\b(${MODES}) mode\\b`, "i"),
    is: ({ act }, [, mode = ""]) =>
      act.args.some(({ value }) => value.startsWith(`--${mode.toLowerCase()}`)) ||
      (mode === "watch" &&
        (isBy("vitest|jest|webpack|vite|cargo watch|dev; tsc -w", act) ||
          (isOneOf(act, "vitest") && !hasVerb(act, "run") && !hasOption(act, "--run")))),
  },
  {
    about: "root",
    says: /\bas root\b|\broot rights\b/i,
    is: ({ act }) => isOneOf(act, "sudo doas") || act.wrappers.includes("sudo"),
  },
  {
    about: "branch",
    says: /\b(?:chang|switch|creat|start|mak)(?:e|es|ing)? (?:a |new |between |to )*branch(?:es)?\b/i,
    is: ({ act }) => isBy("git checkout !--; git switch; git branch", act) && !isFileCheckout(act),
  },
  {
    about: "merg",
    says: /\bmerge commits?\b[^,;]{0,20}\bpull(?:s|ing)\b|\bmerg\w+ (?:when|on|while) pull\w*\b/i,
    is: ({ act }) => isGit(act, "pull") && hasOption(act, "--no-rebase --no-ff"),
  },
  {
    about: "merge",
    says: /\bmerge commits?\b/i,
    is: ({ act }) => isBy("gh pr merge --merge|-m; git merge --no-ff; git pull --no-rebase", act),
  },
  {
    about: "branch",
    says: /\b(?:delet|remov)(?:e|es|ing) (?:the |any |a )*(?:remote )branch(?:es)?\b/i,
    is: ({ act }) =>
      isGit(act, "push") && (hasOption(act, "-d --delete") || operands(act).some(({ value }) => /^:./.test(value))),
  },
  {
    about: "delete update drop truncate alter insert grant create reindex vacuum",
    says: new RegExp(
      `\\b(${SQL})(?:ing|S|s)?(?: (?:TABLE|FROM|INTO|DATABASE|INDEX|COLUMN|SCHEMA)\\b)?(?: statements?| quer(?:y|ies))?`,
    ),
    is: ({ act }, [, verb = ""]) => new RegExp(`\\b${verb.toLowerCase()}\\b`).test(sqlOf(act)),
  },
  ...Object.entries(KINDS).map(
    ([kind, names]): Spoken => ({
      about: /^\w+/.exec(kind)?.[0] ?? kind,
      says: new RegExp(`\\b${kind}s?\\b`, "i"),
      is: ({ act }) => addedPackages(act).some((name) => names.test(name)),
    }),
  ),
];

export const isFileCheckout = (act: Act): boolean =>
  isGit(act, "checkout") &&
  (act.args.some(({ value }) => value === "--") ||
    (!hasOption(act, "-b -B") &&
      operands(act)
        .slice(1)
        .some(({ value }) => /^\.|\.\w{1,4}$|\*/.test(value))));
