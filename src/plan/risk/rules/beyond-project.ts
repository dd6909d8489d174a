/** Commands that reach beyond the project: privileges, the machine itself, and files outside the project or in .git. */
import {
  argText,
  hasOption,
  hasVerb,
  isOneOf,
  operands,
  type ParsedCommand,
} from "../../../core/command/parsed-command.ts";
import { locationOf, type PathLocation, type RunPlace, writtenBy } from "../paths.ts";
import type { Rule } from "./rule.ts";

export const PRIVILEGED_RULES: readonly Rule[] = [
  {
    name: "as-another-user",
    risk: "high",
    touches: ["privileges"],
    says: "Runs as another user, usually root.",
    when: (command) =>
      isOneOf(
        command,
        "sudo doas su pkexec runuser run0 gosu su-exec sudoedit dzdo please calife sg newgrp capsh setpriv machinectl osascript runas gsudo",
      ),
  },
  {
    name: "changes-rights",
    risk: "high",
    touches: ["privileges", "files"],
    says: "Widens permissions, or changes owners or permissions of entire folders.",
    when: (command) =>
      isOneOf(command, "chown chgrp setcap setfacl chattr visudo vipw chcon") ||
      (isOneOf(command, "chmod") &&
        (hasOption(command, "-R --recursive") ||
          /(?:^| )(?:[ugoa]*\+[rwx]*s|[0-7]?[2467][0-7]{3}|0?777|[ao]\+[rwx]*w)/.test(argText(command)))),
  },
  {
    name: "changes-mode",
    risk: "medium",
    touches: ["files"],
    says: "Changes file permissions.",
    when: (command) =>
      isOneOf(command, "chmod") && !hasOption(command, "-R --recursive") && !/777|\+[rwx]*s/.test(argText(command)),
  },
  {
    name: "changes-machine",
    risk: "high",
    touches: ["privileges", "outside"],
    says: "Changes how this machine starts, runs or lets users in.",
    when: (command) =>
      (isOneOf(command, "systemctl") &&
        !hasVerb(command, "status,is-active,is-enabled,list-units,list-timers,list-unit-files,show,cat,--version")) ||
      (isOneOf(command, "crontab") && argText(command) !== "-l") ||
      isOneOf(
        command,
        "iptables ip6tables nft ufw firewall-cmd useradd userdel usermod groupadd groupdel adduser deluser passwd chpasswd chsh chfn reboot shutdown halt poweroff init telinit mount umount swapon swapoff sysctl modprobe insmod rmmod launchctl ssh-copy-id update-alternatives update-rc.d chkconfig service at batch atrm kexec grub-install setenforce nvram csrutil spctl dscl defaults scutil networksetup hostnamectl timedatectl loginctl nmcli dpkg rpm apt apt-get aptitude yum dnf zypper pacman apk emerge snap flatpak port softwareupdate chroot nsenter unshare pivot_root losetup visudo logrotate",
      ),
  },
  {
    name: "reaches-host",
    risk: "high",
    touches: ["privileges", "outside"],
    says: "Gives a container access to the files or privileges of this machine.",
    when: (command, place) =>
      isOneOf(command, "docker podman nerdctl lxc ctr crictl") &&
      (hasOption(command, "--privileged --cap-add --pid --userns --device --security-opt") ||
        command.args.some(
          ({ value }) =>
            /^(?:-v|--volume=|--mount=)?(?:type=bind,.*?(?:source|src)=)?\/(?:[^:,]*)?:/.test(value) &&
            locationOf(
              { value: value.replace(/^[^/]*/, "").replace(/[:,].*$/, ""), written: value, form: "literal" },
              place,
            ) !== "inside",
        )),
  },
  {
    name: "writes-devices",
    risk: "high",
    touches: ["privileges", "outside"],
    says: "Writes to a device or to files of the kernel.",
    when: (command) =>
      command.redirects.some(
        ({ operator, target }) =>
          /[>]/.test(operator) && /^\/(?:dev\/(?!null|std|tty$|fd)|proc\/|sys\/)/.test(target.value),
      ) ||
      (isOneOf(command, "tee cp mv dd") &&
        operands(command).some(({ value }) => /^\/(?:dev\/(?!null|std|tty$|fd)|proc\/|sys\/)/.test(value))),
  },
];

const OUTSIDE: readonly PathLocation[] = ["system", "above", "settings", "elsewhere"];

export const OUTSIDE_RULES: readonly Rule[] = [
  {
    name: "removes-outside",
    risk: "high",
    touches: ["files", "outside"],
    says: "Deletes files outside the project.",
    when: (command, place) => removes(command) && writesTo(command, place, OUTSIDE),
  },
  writes("writes-system", ["system", "above"], "Writes to system folders or to a folder above the project."),
  writes("writes-settings", ["settings"], "Writes to settings in the home directory."),
  writes(
    "writes-outside",
    ["elsewhere", "unknown"],
    "Writes outside the project, or to a path that is only known at run time.",
  ),
  writes("writes-git", ["git"], "Writes into .git, which holds hooks and settings."),
  { ...writes("writes-temporary", ["temporary"], "Writes to the temporary folder."), risk: "medium" },
];

function writes(name: string, locations: readonly PathLocation[], says: string): Rule {
  return {
    name,
    risk: "high",
    touches: ["files", "outside"],
    says,
    // A deleted file is not also reported as written.
    when: (command, place) =>
      writesTo(
        command,
        place,
        removes(command) ? locations.filter((location) => !OUTSIDE.includes(location)) : locations,
      ),
  };
}

const removes = (command: ParsedCommand): boolean => isOneOf(command, "rm rmdir unlink shred rimraf");

function writesTo(command: ParsedCommand, place: RunPlace, locations: readonly PathLocation[]): boolean {
  return writtenBy(command).some((word) => locations.includes(locationOf(word, place)));
}
