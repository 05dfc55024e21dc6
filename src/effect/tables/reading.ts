/** Programs that show or send what is in files: the secrets guard looks at what they read. */
import { type Row, table } from "../invocation.ts";

const all: Row = {
  options: "-n= --lines= -c= --bytes= -C= -s= -A= -B= -w= -m= -k= -t= -d= -f= --delimiter= --fields=",
  find: (call) => {
    for (const word of call.operands) call.file("read", word);
  },
};

/** The first operand is a pattern or a program, not a file. */
const afterFirst = (options: string, ...instead: readonly string[]): Row => ({
  options,
  find: (call) => {
    const skip = call.has(...instead) ? 0 : 1;
    for (const word of call.operands.slice(skip)) {
      call.file("read", word, { recursive: call.has("-r", "-R") });
    }
    for (const word of call.values("-f", "--file")) call.file("read", word);
  },
});

/** Readers. */
export const READERS = table({
  "cat gcat tac nl head ghead tail gtail more less most bat batcat view vi vim nvim nano emacs code open xdg-open":
    all,
  "strings xxd od hexdump hd base64 base32 sort uniq cut paste rev fold fmt column diff sdiff cmp comm wc md5sum":
    all,
  "sha1sum sha256sum sha512sum shasum file stat mapfile zcat bzcat xzcat zless glow mdcat pygmentize tee-read":
    all,
  "source .": { find: (call) => call.file("read", call.operands[0]) },
  "grep egrep fgrep ggrep zgrep rg ripgrep ag ack": afterFirst(
    "-e= --regexp= -f= --file= -A= -B= -C= --context= -m= --max-count= --include= --exclude= --exclude-dir= -g= --glob= -t= --type= -d=",
    "-e",
    "--regexp",
    "-f",
    "--file",
  ),
  "awk gawk mawk nawk": afterFirst("-F= -v= -f= --file= --assign=", "-f", "--file"),
  "jq yq tomlq xq": afterFirst("--arg= -f= --from-file= --indent=", "-f", "--from-file"),
  "openssl gpg age": {
    options: "single -in= -inkey= -out= -key= -passin= -pass=",
    find: (call) => {
      for (const word of call.values("-in", "-inkey", "-key")) call.file("read", word);
      for (const word of call.values("-out")) call.file("empty", word);
    },
  },
});
