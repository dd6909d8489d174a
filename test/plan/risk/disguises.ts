// Ways to disguise a command: harmless text around it, and characters that look like others.

const quoted = (command: string): string => `'${command.replaceAll("'", `'\\''`)}'`;

/** Each puts something harmless around a command. */
export const WRAPS: readonly ((command: string) => string)[] = [
  (command) => command,
  (command) => `ls; ${command}`,
  (command) => `ls && ${command}`,
  (command) => `false || ${command}`,
  (command) => `ls & ${command}`,
  (command) => `ls\n${command}`,
  (command) => `ls\r${command}`,
  (command) => `ls | ${command}`,
  (command) => `${command} | cat`,
  (command) => `echo $(${command})`,
  (command) => `echo "$(${command})"`,
  (command) => `echo \`${command.replaceAll("`", "\\`")}\``,
  (command) => `(${command})`,
  (command) => `sh -c ${quoted(command)}`,
  (command) => `bash -c ${quoted(command)}`,
  (command) => `env CI=1 sh -c ${quoted(command)}`,
  (command) => `timeout 9 nice -n 5 sh -c ${quoted(command)}`,
  (command) => `bash <<'E'\n${command}\nE`,
  (command) => `cat <<E\n$(${command})\nE`,
  (command) => `cat <(${command})`,
  (command) => `echo x | xargs sh -c ${quoted(command)}`,
  (command) => `if true; then ${command}; fi`,
  (command) => `ls # a remark\n${command}`,
  (command) => `ls${" ".repeat(10_000)}; ${command}`,
  (command) => `echo ${"a".repeat(10_000)}; ${command}`,
  (command) => `${"ls; ".repeat(51)}${command}`,
];

/** Harmless commands with a letter or a sign exchanged for one that looks like it. */
export const LOOK_ALIKES: readonly string[] = [
  ...[
    "l\u0455",
    "\u0441at a",
    "gr\u0435p x a",
    "g\u0456t status",
    "\uff4c\uff53",
    "ls\u00a0-la",
    "ls \u2013la",
    "ls\uff1brm x",
    "ls \uff06\uff06 rm x",
  ],
  ...[
    "cat \u202eetadpu.txt",
    "ls\u200b",
    "l\u200ds",
    "\u2066ls",
    "git st\u0430tus",
    "cat a\u2044b",
    "ls \uff5c sh",
    "e\u0441ho x",
    "\u{1d5c5}\u{1d5cc}",
    "ls\u2003x",
    "cat \u{e0061}x",
  ],
  ...[
    "ls \u001b[2K\u001b[1Grm x",
    "ls \u0008\u0008rm",
    "ls\u0000",
    "ls \u009b2K",
    "ls\u2028rm x",
    "ls\u0085rm x",
    "ls \ud800",
  ],
];
