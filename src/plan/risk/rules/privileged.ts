/** What needs or gives rights over the whole machine, or changes how it starts and whom it lets in. */
import { argText, hasOption, hasVerb, isOneOf, operands } from "../../../core/command/parsed-command.ts";
import { locationOf } from "../path-location.ts";
import type { Rule } from "./rule.ts";

export const PRIVILEGED_RULES: readonly Rule[] = [
  {
    name: "as-another-user",
    risk: "high",
    touches: ["privileges"],
    says: "It runs with the rights of another user, mostly of root.",
    matches: [
      "sudo ls",
      "doas cat /etc/shadow",
      "su -c id",
      "pkexec bash",
      "sudo -u postgres psql",
      "runuser -u x ls",
      "run0 ls",
      "env sudo ls",
    ],
    misses: ["ls sudo", "echo sudo", "grep sudo README.md"],
    sees: "command",
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
    says: "It changes owners or rights so that more may be done, or of whole trees.",
    matches: [
      "chmod u+s /bin/bash",
      "chmod -R 777 .",
      "chown -R root /srv",
      "chmod 4755 x",
      "setcap cap_setuid+ep x",
      "chmod 777 x",
      "chown root x",
      "setfacl -m u:x:rwx f",
    ],
    misses: ["chmod +x run.sh", "chmod 644 a.txt", "ls -l"],
    sees: "command",
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
    says: "It changes what may be done with files.",
    matches: ["chmod +x run.sh", "chmod 644 a.txt"],
    misses: ["ls -l", "chmod -R 777 ."],
    sees: "command",
    when: (command) =>
      isOneOf(command, "chmod") && !hasOption(command, "-R --recursive") && !/777|\+[rwx]*s/.test(argText(command)),
  },
  {
    name: "changes-machine",
    risk: "high",
    touches: ["privileges", "outside"],
    says: "It changes how this machine starts, runs or lets others in.",
    matches: [
      ...[
        "systemctl stop nginx",
        "crontab -e",
        "crontab jobs.txt",
        "iptables -F",
        "ufw disable",
        "useradd eve",
        "passwd root",
        "reboot",
        "shutdown -h now",
      ],
      ...[
        "mount /dev/sda1 /mnt",
        "sysctl -w a=1",
        "modprobe x",
        "launchctl load x.plist",
        "ssh-copy-id host",
        "apt install nginx",
        "visudo",
        "nft flush ruleset",
        "at now",
        "kexec -l x",
      ],
    ],
    misses: ["systemctl status nginx", "crontab -l", "uptime", "systemctl is-active ssh"],
    sees: "command",
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
    says: "It gives a container the rights or the files of this machine.",
    matches: [
      "docker run -v /:/host alpine",
      "docker run --privileged alpine",
      "docker run --pid=host x",
      "podman run -v /etc:/e x",
      "docker run -v /var/run/docker.sock:/s x",
    ],
    misses: ["docker run alpine", "docker run -v ./data:/data x", "docker ps"],
    sees: "command",
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
    says: "It writes to a device or to the kernel's own files.",
    matches: ["echo 1 > /proc/sys/vm/drop_caches", "cat x > /dev/sda", "tee /sys/power/state"],
    misses: ["ls > /dev/null", "cat /proc/cpuinfo"],
    sees: "command",
    when: (command) =>
      command.redirects.some(
        ({ operator, target }) =>
          /[>]/.test(operator) && /^\/(?:dev\/(?!null|std|tty$|fd)|proc\/|sys\/)/.test(target.value),
      ) ||
      (isOneOf(command, "tee cp mv dd") &&
        operands(command).some(({ value }) => /^\/(?:dev\/(?!null|std|tty$|fd)|proc\/|sys\/)/.test(value))),
  },
];
