/** Programs that kill processes broadly or bring the machine down. */
import { type Row, table } from "../invocation.ts";

const down: Row = {
  find: (call) => {
    if (call.has("-c", "--help", "--wtmp-only", "-w")) return;
    call.say("kill", undefined, { what: call.name, recursive: true, instead: "ask the operator to do it" });
  },
};

const CRITICAL =
  /^(?:sshd?|networking|network|network-?manager|systemd-.*|dbus|docker|containerd|firewalld|ufw|iptables|nftables|cron|auditd|gdm|lightdm)(?:\.service)?$/i;

/** Processes and machines. */
export const PROCESSES = table({
  "kill": {
    options: "single -s= -n= --signal=",
    find(call) {
      // `kill -9 -1`: the second word with a dash is a process, or all of them.
      const words = call.command.words.slice(1).map((word) => word.value ?? word.prefix);
      if (words[0] === "-l" || words[0] === "-L") return;
      const named = words[0] === "-s" || words[0] === "-n" || words[0] === "--signal"
        ? 2
        : /^-[A-Za-z0-9]/.test(words[0] ?? "")
        ? 1
        : 0;
      const rest = words.slice(named).filter((word) => word !== "--");
      if (rest.includes("-1")) call.say("kill", "every process", { what: "kill -1", recursive: true });
      else if (rest.includes("1")) call.say("kill", "process 1", { what: "kill 1", recursive: true });
      else if (named === 0 && words[0] === "-1") return;
      else if (rest.length > 0) call.say("kill", rest.join(" "), { what: "kill" });
    },
  },
  "killall pkill skill killall5 slay": {
    options: "-s= --signal= -u= --user= -U= -G= -g= -P= -t= -o= -y=",
    find(call) {
      const all = call.name === "killall5" ||
        call.operands.some((word) => /^(?:\.\*?|\.\+|\*)$/.test(word.value ?? ""));
      const user = call.has("-u", "--user", "-U") && call.operands.length === 0;
      const text = call.operands.map((word) => word.value ?? word.raw).join(" ");
      call.say("kill", text === "" ? undefined : text, { what: call.name, recursive: all || user });
    },
  },
  "shutdown reboot halt poweroff": down,
  "init telinit": {
    find: (call) => {
      if (/^[016]$/.test(call.operand(0))) {
        call.say("kill", undefined, { what: `${call.name} ${call.operand(0)}`, recursive: true });
      }
    },
  },
  "systemctl service rc-service": {
    options: "-H= --host= -M=",
    find(call) {
      const words = call.operands.map((word) => word.value ?? word.raw);
      if (
        words.some((word) =>
          /^(?:poweroff|reboot|halt|kexec|rescue|emergency|isolate|suspend|hibernate)$/.test(word)
        )
      ) {
        call.say("kill", undefined, { what: `${call.name} ${words.join(" ")}`, recursive: true });
      } else if (words.some((word) => /^(?:stop|disable|mask|kill)$/.test(word))) {
        const unit = words.find((word) => CRITICAL.test(word));
        if (unit !== undefined) {
          call.say("destroy-resource", unit, { what: `${call.name} ${words.join(" ")}` });
        }
      }
    },
  },
  "crontab": {
    options: "-u= -s=",
    find: (call) => {
      if (call.has("-r")) {
        call.say("drop-data", "crontab", {
          what: "crontab -r",
          instead: "keep a copy first: crontab -l > crontab.bak",
        });
      }
    },
  },
});
