/** Commands that reach beyond the project: privileges, the machine itself, and files outside the project or in .git. */
import {
  argText,
  hasOption,
  hasVerb,
  operands,
  type ParsedCommand,
  runsOneOf,
} from "../../../core/command/parsed-command.ts";
import { writtenBy } from "../../../core/guard/written-paths.ts";
import { locationOf, type PathLocation, type RunPlace } from "../paths.ts";
import type { Sign, Signs } from "./rule.ts";

const OUTSIDE: readonly PathLocation[] = ["system", "above", "settings", "elsewhere"];
const DEVICE = /^\/(?:dev\/(?!null|std|tty$|fd)|proc\/|sys\/)/;

export const BEYOND_SIGNS: Signs = {
  "as-another-user": [
    {
      of: "sudo doas su pkexec runuser run0 gosu su-exec sudoedit dzdo please calife sg newgrp capsh setpriv machinectl osascript runas gsudo",
    },
  ],
  "changes-rights": [
    { of: "chown chgrp setcap setfacl chattr visudo vipw chcon" },
    { of: "chmod", options: "-R --recursive" },
    { of: "chmod", says: /(?:^| )(?:[ugoa]*\+[rwx]*s|[0-7]?[2467][0-7]{3}|0?777|[ao]\+[rwx]*w)/ },
  ],
  "changes-mode": [
    (command) =>
      runsOneOf(command, "chmod") && !hasOption(command, "-R --recursive") && !/777|\+[rwx]*s/.test(argText(command)),
  ],
  "changes-machine": [
    (command) =>
      runsOneOf(command, "systemctl") &&
      !hasVerb(command, "status,is-active,is-enabled,list-units,list-timers,list-unit-files,show,cat,--version"),
    { of: "crontab", says: /^(?!-l$)/ },
    {
      of: "iptables ip6tables nft ufw firewall-cmd useradd userdel usermod groupadd groupdel adduser deluser passwd chpasswd chsh chfn reboot shutdown halt poweroff init telinit mount umount swapon swapoff sysctl modprobe insmod rmmod launchctl ssh-copy-id update-alternatives update-rc.d chkconfig service at batch atrm kexec grub-install setenforce nvram csrutil spctl dscl defaults scutil networksetup hostnamectl timedatectl loginctl nmcli dpkg rpm apt apt-get aptitude yum dnf zypper pacman apk emerge snap flatpak port softwareupdate chroot nsenter unshare pivot_root losetup visudo logrotate",
    },
  ],
  "reaches-host": [
    {
      of: "docker podman nerdctl lxc ctr crictl",
      options: "--privileged --cap-add --pid --userns --device --security-opt",
    },
    mountsHost,
  ],
  "writes-devices": [
    ({ redirects }) => redirects.some(({ operator, target }) => /[>]/.test(operator) && DEVICE.test(target.value)),
    (command) => runsOneOf(command, "tee cp mv dd") && operands(command).some(({ value }) => DEVICE.test(value)),
  ],
  "removes-outside": [(command, place) => removes(command) && writesTo(command, place, OUTSIDE)],
  "writes-system": [writes("system", "above")],
  "writes-settings": [writes("settings")],
  "writes-outside": [writes("elsewhere", "unknown")],
  "writes-git": [writes("git")],
  "writes-temporary": [writes("temporary")],
};

function mountsHost(command: ParsedCommand, place: RunPlace): boolean {
  if (!runsOneOf(command, "docker podman nerdctl lxc ctr crictl")) return false;
  return command.args.some(({ value }) => {
    if (!/^(?:-v|--volume=|--mount=)?(?:type=bind,.*?(?:source|src)=)?\/(?:[^:,]*)?:/.test(value)) return false;
    const path = value.replace(/^[^/]*/, "").replace(/[:,].*$/, "");
    return locationOf({ value: path, written: value, form: "literal" }, place) !== "inside";
  });
}

/** A deleted file is not also reported as written. */
function writes(...locations: readonly PathLocation[]): Sign {
  const kept = locations.filter((location) => !OUTSIDE.includes(location));
  return (command, place) => writesTo(command, place, removes(command) ? kept : locations);
}

const removes = (command: ParsedCommand): boolean => runsOneOf(command, "rm rmdir unlink shred rimraf");

function writesTo(command: ParsedCommand, place: RunPlace, locations: readonly PathLocation[]): boolean {
  return writtenBy(command).some(({ word }) => locations.includes(locationOf(word, place)));
}
