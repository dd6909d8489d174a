/** Patterns for passwords in the options of programs, such as `mysql -p…` and `curl -u user:…`. */

/** Programs and the option of each before a password; a space is one or two blanks. */
const PASSWORD_OPTIONS: readonly (readonly [programs: string, option: string])[] = [
  [
    "sshpass|psexec|mysql\\w{0,12}|mariadb\\w{0,12}|(?:docker|podman) login|mongo\\w{0,12}|az login|7z|rabbitmqadmin",
    "-p ?",
  ],
  ["redis-cli", "-a "],
  ["ldap\\w{3,8}", "-w ?"],
  ["zip|ipmitool", "-P ?"],
  ["smbclient", "-U ?[\"']?[^\\s%\"']{1,60}%"],
  ["\\w{0,6}rdp", "/p:"],
  ["net use", "/user:\\S{1,60} "],
  ["lftp", "-u [\"']?[^\\s,\"']{1,60},"],
  ["nmcli", "password "],
  ["oathtool", "(?:-b|--base32) "],
  ["nuget", "(?:-k|--api-key|-ApiKey) "],
  ["jenkins", "-auth [^\\s:\"']{1,60}:"],
];

export function commandPassword(): RegExp {
  const commands = PASSWORD_OPTIONS.map(
    ([programs, option]) => `(?:${programs})\\b(?:[^\\n|;&]|\\\\\\n){0,300}?[\\t\\x20]${option}`,
  );
  return new RegExp(
    `(?:${commands.join("|").replaceAll(" ", "(?:[ \\t]{1,2})")})(?:"([^"\\n]{1,200})|'([^'\\n]{1,200})|([^\\s"'-][^\\s"']{1,200}))`,
    "diy",
  );
}

/** `user:password` after the flag of a web client, with quotes around both, either or none. */
export function loginFlag(): RegExp {
  const flag =
    "(?:(?:curl|wget)\\b(?:[^\\n|;]|\\\\\\n){0,400}?[ \\t](?:-u|--user|--proxy-user)|(?:https?|xh)\\b[^\\n|;]{0,200}?[ \\t](?:-a|--auth))";
  const apart =
    "(?:\"[^\"\\n:]{0,100}\"|'[^'\\n:]{0,100}'|[^\\s\"':]{0,100}):(?:\"([^\"\\n]{1,200})\"|'([^'\\n]{1,200})'|([^\\s\"']{1,200}))";
  const together = "\"[^\"\\n:]{0,100}:([^\"\\n]{1,200})\"|'[^'\\n:]{0,100}:([^'\\n]{1,200})'";
  const userOnly = "[\"']?([^\\s\"':]{8,100}):[\"']?(?=\\s|$)";
  return new RegExp(`${flag}[= \\t]{0,3}(?:${userOnly}|${apart}|${together})`, "diy");
}
