/** Rules for secrets that are recognised by their label: assignments, headers, flags, URLs. */
import {
  isExpression,
  isHarmlessElement,
  isHarmlessLogin,
  isHarmlessUrl,
  isHarmlessVendorValue,
} from "../false-positives.ts";
import { isPlaceholder } from "../placeholders.ts";
import { isRandom, isWordy } from "../random-text.ts";
import { COPULAS, FUNCTION_WORDS } from "../stated/words.ts";
import { isHarmlessKey, isHarmlessPassword } from "../values/judge-value.ts";
import { commandPassword, loginFlag } from "./command-patterns.ts";
import { type FoundValue, labelRule, type PatternRule } from "./rule.ts";

const QUOTED =
  "\"((?:[^\"\\\\\\n]|\\\\.){1,300})\"?|'((?:[^'\\\\\\n]|\\\\.){1,300})'?|`([^`\\n]{1,300})`?|[“‘«]([^”’»\\n]{1,300})";
// An ampersand ends a value only before the next field of a query.
const BARE = "((?:[^\\s\"'`,;<>&“”]|&(?!\\w{1,30}=)){1,300})";
const VALUE = `(?:${QUOTED}|${BARE})`;

const SUFFIX = "[\\w.-]{0,40}";
const CLOSING = "(?:\\[\\d{1,6}\\]|[*_\"'`[\\]]{0,3})";
// A type after the name, as in `token: string = …` and `var token string = …`.
const TYPE = "(?::?[ \\t]{0,2}[A-Za-z&?.*[\\]]{2,24}[ \\t](?==[ \\t]))?";
const NEXT_LINE = "(?:[|>][-+]?[ \\t]*\\n[ \\t]*|\\n[ \\t]*(?=[\"']))?";
const ASSIGNED = `${CLOSING}[ \\t]{0,8}${TYPE}(?:\\?\\?=|:{1,3}=|={1,3}>?|::?|[?.+]=)[*_]{0,2}[ \\t]{0,8}(?:@(?=["']))?${NEXT_LINE}`;
const AS_FLAG = "(?<=(?:^|[\\s\"'])--[\\w-]{1,50})[ \\t]{1,3}(?!-)";
const AS_ARGUMENT = "[\"'`][ \\t]{0,2},[ \\t]{0,4}[\"']?(?=[\"'`])";
const AS_PAIR = "[\"']?[ \\t]{0,4}[,{]?\\s{0,40}[\"']?(?:value|default)[\"']?[ \\t]{0,4}[:=][ \\t]{0,4}";
const IN_ELEMENT = "(?<=<[\\w:.-]{1,60})>\\s{0,40}";
const IN_CSV = ",(?=[\\w+/=.-]{16})";
const IN_TABLE = "(?<=(?:^|\\n)[ \\t+>-]{0,8}\\|[^\\n]{0,100})[ \\t*`]{0,4}\\|[ \\t]{0,8}";
// In a row without a bar at its start, where the bar may also be a pipe.
const BEFORE_BAR = "[ \\t]{0,4}\\| ?(?=[\\w+/=.-]{20})";
// As in `setPassword("…")`.
const AS_CALL = "\\([ \\t]{0,2}(?=[\"'`])";
// As in the settings of a web server.
const AS_DIRECTIVE = "[ \\t]{0,3}(?=[\"'][^\\s\"']{8,200}[\"'];)";
const SEPARATED = [
  ASSIGNED,
  AS_FLAG,
  AS_ARGUMENT,
  AS_PAIR,
  AS_CALL,
  AS_DIRECTIVE,
  IN_ELEMENT,
  IN_TABLE,
  BEFORE_BAR,
  IN_CSV,
];
const BY_SPACE = "(?<=passw(?:or)?d|passphrase|passcode)[ \\t]{1,3}(?=[\"'][^ ])";
const BY_DASH = "(?<=(?:^|[\\s\"'])-(?:src|dest)?(?:store|key)?pass\\w{0,12})[ \\t]{1,3}(?!-)";

/** A name with the core, a separator, and a value. */
function labelled(core: string, seps: readonly string[] = SEPARATED): RegExp {
  return new RegExp(`(?:${core})${SUFFIX}(?:${seps.join("|")})${VALUE}`, "diy");
}

const PASS_OWNERS = "db|user|smtp|ftp|mysql|admin|root|ssh|mail|my|login|proxy|redis|pg";
const BARE_PASS = `(?<![a-z])pass(?![a-z])|(?<=(?:${PASS_OWNERS})[_-]?)pass(?![a-z])|(?<=(?:store|key))pass(?![a-z])`;
const PASSWORD = `passw(?:or)?d|passphrase|passcode|${BARE_PASS}|(?<![a-z])(?:psw|pw)(?![a-z])|pwd(?![a-z])`;
const KEY_OWNERS =
  "api|access|auth|authorization|private|secret|signing|signature|encryption|encrypt|decryption|master|account|shared|service|licen[cs]e|storage|deploy|admin|app|application|consumer|client|webhook|session|subscription|root|jwt|hmac|aes|crypto|cipher|server|write|project|functions?|integration";

const VENDORS = (
  "adafruit airtable algolia alibaba asana atlassian confluence jira beamer bitbucket bittrex meraki cloudflare codecov " +
  "cohere coinbase confluent contentful datadog discord droneci dropbox etsy facebook fastly finicity finnhub flickr " +
  "freshbooks gitter gocardless heroku hubspot intercom jfrog artifactory kraken kucoin launchdarkly linear linkedin " +
  "lob_ lob: mailchimp mailgun mapbox mattermost messagebird message_bird netlify newrelic new_relic new-relic nytimes okta " +
  "plaid privateai private_ai rapidapi sendbird sentry snyk sonar squarespace sumo telegr travis twitch twitter typeform " +
  "yandex zendesk vercel vault_ twilio pagerduty openai square adobe contribsys sourcegraph softlayer ibm_ ibm-"
).split(" ");

const isUnfilled = ({ value }: FoundValue): boolean => isPlaceholder(value);
const isNotRandom = ({ value }: FoundValue): boolean => isPlaceholder(value) || !isRandom(value);
const isNotLiteral = ({ value }: FoundValue): boolean => isPlaceholder(value) || isExpression(value);

export const LABEL_RULES: readonly PatternRule[] = [
  labelRule("password", "pass, pwd, psw, pw=, pw:, pw ", () => labelled(PASSWORD, [...SEPARATED, BY_SPACE, BY_DASH]), {
    example: "DB_PASSWORD=correct7Horse",
    globs: `{pass}, *passw*["'][! ]*, *passphr*["'][! ]*, *passco*["'][! ]*, *-pass*, *storepass*, *keypass*, *p[sw]w[=:]*, *p[sw]w[!a-z]*[=:]*, *pwd[=:]*, *pwd[!a-z]*[=:]*, *pw[=:]*, *pw?[=:]*, *--*pwd[!a-z)]*, *--*p[sw]w[!a-z)]*, *--*pw[!a-z)]*, *<*pwd*>*, *<*psw*>*, *<*pw*>*, *|*pwd*|*, *|*psw*|*, *|*[!a-z]pw[!a-z]*|*`,
    allow: isHarmlessPassword,
  }),
  labelRule("token", "token, _pat", () => labelled("tokens?|_pat(?![a-z])"), {
    example: 'auth_token: "q7Rk2mXv9TbL4nZc8WdH"',
    globs: "{token}, *_pat[!a-z]*[=:]*, *_pat[=:]*, *--*_pat[!a-z]*, *_pat[\"'`(]*, *_pat>*, *|*_pat[!a-z]*|*",
    allow: isHarmlessKey,
  }),
  labelRule("secret", "secret", () => labelled("secrets?"), {
    example: "CLIENT_SECRET=q7Rk2mXv9TbL4nZc8WdH",
    globs: "{secret}",
    allow: isHarmlessKey,
  }),
  labelRule("key", "key", () => labelled(`(?<=(?:${KEY_OWNERS})[\\s_.-]?)keys?`), {
    example: 'apiKey = "q7Rk2mXv9TbL4nZc8WdH"',
    globs: "{key}",
    allow: isHarmlessKey,
  }),
  labelRule(
    "element",
    "secret, token, passw, passphrase, apikey, api_key, api-key, credential",
    () =>
      /(?<=<[\w:.-]{0,40})(?:secret|token|passw(?:or)?d|passphrase|api[_-]?key|credentials?)[\w.-]{0,40}>\s{0,40}([^<>]{8,2000})(?=<\/)/diy,
    {
      example: "<secret>{acme q7Rk2mXv9TbL4nZc8WdH}</secret>",
      globs: "*<*{each}*>*",
      allow: isHarmlessElement,
    },
  ),
  labelRule(
    "credential",
    `cred, _auth, auth=, auth:, auth", auth'`,
    () => labelled("credentials?|creds?|_?auth(?![a-z])", [ASSIGNED, AS_ARGUMENT]),
    {
      example: "//registry.example.org/:_auth=q7Rk2mXv9TbL4nZc8WdH",
      globs: `*cred*[=:]*, *cred*["'\`],*, *auth[!a-z]*[=:]*, *auth[=:]*, *auth*["'\`],*`,
      allow: isHarmlessKey,
    },
  ),
  labelRule(
    "aws-secret-key",
    "secret_access_key, secretaccesskey, akia, asia, aws",
    () =>
      /(?:secret_?access_?key["']?[ \t=:]{1,6}["']?|aws\w{0,20}[ \t=:]{0,4}["']|A[KS]IA[A-Z0-9]{16}["']?[\s:,;|/]{1,6}["']?)([A-Za-z0-9/+]{40})(?![A-Za-z0-9/+])/diy,
    {
      example: "aws configure set aws_secret_access_key q7Rk2mXv9TbL4nZc8WdH3sFy6GpJ5aKuq7Rk2mXv",
      globs: "*secret*access*key*, *akia*, *asia*, *aws*[\"']*",
      allow: isUnfilled,
    },
  ),
  labelRule(
    "authorization",
    "authorization",
    () =>
      /authorization["'`]?[ \t]{0,4}(?:[:=]|=>|,)[ \t]{0,4}["'`]?(?:[a-z][\w-]{1,20}[ \t]{1,3})?([^\s"'`,;<>\\]{8,4000})/diy,
    {
      example: "Authorization: Bearer q7Rk2mXv9TbL4nZc8WdH",
      globs: "*authorization*[:=,]*",
      allow: ({ value }) => isPlaceholder(value) || isExpression(value) || isWordy(value) || /^AWS4-/.test(value),
    },
  ),
  labelRule("bearer", "bearer ", () => /bearer[ \t]{1,3}([\w=~.+/-]{12,4000})/diy, {
    example: "sent with Bearer q7Rk2mXv9TbL4nZc8WdH",
    globs: "*bearer?*",
    allow: isNotRandom,
  }),
  labelRule("basic-auth", "basic ", () => /basic[ \t]{1,3}([A-Za-z0-9+/]{4,400}={0,2})/diy, {
    example: "Basic YWRhOmh1bnRlcjI=",
    globs: "*basic?*",
    allow: ({ value }) =>
      !/^[\x20-\x7e]{1,100}:[\x20-\x7e]{2,200}$/.test(Buffer.from(value, "base64").toString("latin1")),
  }),
  labelRule("cookie", "cookie", () => /cookie["'`]?[ \t]{0,4}[:=,][ \t]{0,4}["'`]?([^\n"'`]{10,600})/diy, {
    example: "Cookie: theme=dark; session=q7Rk2mXv9TbL4nZc8WdH",
    globs: "*cookie*[:=,]*",
    allow: ({ value }) => !value.split(/;\s*/).some((pair) => isRandom(/^[^=\s\\]+=([^\s\\]+)/.exec(pair)?.[1] ?? "")),
  }),
  labelRule(
    "session-id",
    "session=, sessionid=, session_id=, sessid=, .sid=",
    () => /(?<=(?:^|[^\w-])[\w.]{0,20})(?:session(?:_?id)?|sessid|\.sid)=([\w%.+/-]{16,600})/diy,
    {
      example: "curl -b 'lang=de; sessionid=q7rk2mxv9tbl4nzc8wdh' https://example.org",
      globs: "*sess*={v16}*, *.sid={v16}*",
      allow: isNotRandom,
    },
  ),
  labelRule(
    "url-password",
    "://",
    () =>
      /(?<=[a-z][a-z0-9+.-]{1,20}):\/\/(?:[^\s/:"'`<>]{0,100}:([^\s/"'`<>]{1,256})|([\w-]{20,256}))@(?=[\w.[$*{-])/diy,
    {
      example: "postgres://app:correct7Horse@db.example.org/main",
      globs: "*://*@*",
      // A place for a value in a format string or a regular expression.
      allow: (match) => /^%[a-z]$|\(\.\*\)/.test(match.value) || isHarmlessUrl(match),
    },
  ),
  labelRule(
    "query-key",
    "key=, code=, signature=, appid=",
    () => /(?<=[?&](?:[\w-]{0,20}[_-])?)(?:key|code|signature|appid)=([\w%+/=.~-]{20,400})/diy,
    {
      example: "https://api.example.org/v1?key=q7Rk2mXv9TbL4nZc8WdH",
      globs: "*[?&]*key=*, *[?&]*code=*, *[?&]*signature=*, *[?&]*appid=*",
      allow: isNotRandom,
    },
  ),
  labelRule(
    "command-password",
    "sshpass, psexec, mysql, mariadb, docker, podman, mongo, az login, redis-cli, ldap, 7z , zip , rabbitmqadmin, smbclient, nmcli, oathtool, nuget, jenkins, rdp, net use, ipmitool, lftp",
    commandPassword,
    {
      example: "mysql -u root -pcorrect7Horse main",
      globs:
        "*sshpass*-p*, *psexec*-p*, *mysql*-p*, *mariadb*-p*, *docker?login*-p*, *podman?login*-p*, *mongo*-p*, *az?login*-p*, *redis-cli*-a*, *ldap*-w*, *7z*-p*, *zip?*-p*, *rabbitmqadmin*-p*, *smbclient*-u*%*, *nmcli*password*, *oathtool*-b*, *nuget*-*k*, *jenkins*-auth*:*, *rdp*/p:*, *net?use*/user:*, *ipmitool*-p*, *lftp*-u*,*",
      // `-P` is the port of a database client, but the password of an archiver.
      allow: ({ value, head }) =>
        isPlaceholder(value) ||
        isExpression(value) ||
        /^\d+:\d+$/.test(value) ||
        // With a space after `-p`, these ask for the password, and the next word is the database.
        /^(?:mysql|mariadb).*-p[ \t]+$/s.test(head) ||
        (/-P[ \t]*$/.test(head) && !/^(?:zip|ipmi)/.test(head)),
    },
  ),
  labelRule("login-flag", "curl, wget, http , https , xh ", loginFlag, {
    example: "curl -u ada:correct7Horse https://api.example.org",
    globs: "*curl*-u*:*, *wget*-u*:*, *http*-a*:*, *xh*-a*:*",
    allow: isHarmlessLogin,
  }),
  labelRule(
    "call-password",
    "credential(, directoryentry(, opendsobject(, basicauth(, basic_auth(, authentication(, auth=(, login(",
    () =>
      /(?:credential|directoryentry|opendsobject|basic_?auth|authentication|auth=|login)\(\s{0,20}(?:["'][^"'\n]{1,100}["']\s{0,4},\s{0,40}){1,2}(?:"([^"\n]{3,100})"|'([^'\n]{3,100})')/diy,
    {
      example: 'new NetworkCredential("ada", "correct7Horse")',
      globs: "*{each}*",
      allow: ({ value }) => isPlaceholder(value) || isExpression(value) || /\s/.test(value),
    },
  ),
  labelRule(
    "sudo-password",
    "sudo -s",
    () => /(?<=echo[ \t]{1,3}(?:-n[ \t])?["']?([^\s"'|]{3,100})["']?[ \t]{0,3}\|[ \t]{0,3})sudo -S\b/diy,
    {
      example: "echo correct7Horse | sudo -S apt update",
      globs: "*echo*sudo?-s*",
      allow: isNotLiteral,
    },
  ),
  labelRule("netrc", "login ", () => /login[ \t]{1,4}\S{1,100}\s{1,8}password[ \t]{1,4}(\S{2,200})/diy, {
    example: "machine api.example.org login ada password correct7Horse",
    globs: "*login*password*",
    allow: ({ value }) => isPlaceholder(value) || COPULAS.has(value) || FUNCTION_WORDS.has(value),
  }),
  labelRule("pgpass", ":5432:, :3306:", () => /:(?:5432|3306):[\w*.-]{1,64}:[\w*.-]{1,64}:([^\s:]{3,200})/diy, {
    example: "db.example.org:5432:main:app:correct7Horse",
    globs: "*:5432:*, *:3306:*",
    allow: isUnfilled,
  }),
  labelRule(
    "sql-password",
    "identified by, convertto-securestring, -passin, -passout",
    () =>
      /(?:identified by|convertto-securestring(?: -string)?|-pass(?:in|out)[ \t=]{1,3}["']?pass:)[ \t]{0,4}(?:"([^"\n]{2,200})|'([^'\n]{2,200})|(?<=pass:)([^\s"']{2,200}))/diy,
    {
      example: "CREATE USER app IDENTIFIED BY 'correct7Horse'",
      globs: "*identified?by*, *convertto-securestring*, *-pass*pass:*",
      allow: isUnfilled,
    },
  ),
  {
    name: "vendor-key",
    keywords: VENDORS,
    anyCase: true,
    pattern: () =>
      new RegExp(
        `(?:${VENDORS.join("|")})[\\w.-]{0,30}["'\`\\])]{0,2}[ \\t]{0,4}(?:=>|:=|\\|\\||[=:,>])[ \\t]{0,4}["'\`]?([\\w=:|%+/.-]{14,200})`,
        "diy",
      ),
    example: 'codecov_upload = "3f9a0c7e5b81d2643f9a0c7e5b81d264"',
    globs: "*{each}*[=:,>]*{v14}*, *{each}*||*{v14}*",
    allow: isHarmlessVendorValue,
  },
];
