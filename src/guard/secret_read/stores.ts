/** Programs that give out what a keychain, a password store or a cloud keeps. Adding one is adding a row. */
import type { ShellReading, SimpleCommand } from "../../shell/reading.ts";
import { isSecretName } from "../../secret/name.ts";
import { reachOf } from "./reach.ts";

/** The words behind the program, joined by blanks, that make it print a secret. */
const STORES: readonly (readonly [program: RegExp, words: RegExp])[] = [
  [/^security$/, /^(?:find-(?:generic|internet)-password|export|dump-keychain)\b/],
  [/^secret-tool$/, /^(?:lookup|search)\b/],
  [
    /^(?:pass|gopass|passage)$/,
    /^(?!$|-|ls\b|list\b|find\b|search\b|init\b|git\b|help\b|version\b|insert\b|add\b|edit\b|generate\b|rm\b|remove\b|delete\b|mv\b|rename\b|cp\b|copy\b|otp\b|sync\b|show (?:-c|--clip)|-c)/,
  ],
  [/^op$/, /^(?:read|inject|document get|item get)\b/],
  [/^(?:bw|bws)$/, /^(?:get (?:password|item|notes|totp|secret)|list items|export|secret (?:get|list))\b/],
  [
    /^(?:lpass|keyring|keepassxc-cli|dashlane|dcli|rbw|kwallet-query|protonpass)$/,
    /^(?:show|get|read|password|p\b|export|-r)\b|\bget\b|-r\b/,
  ],
  [/^gh$/, /^auth (?:token\b|status\b.* (?:-t|--show-token)\b)/],
  [/^glab$/, /^auth status\b.* (?:-t|--show-token)\b/],
  [
    /^gcloud$/,
    /^(?:(?:beta |alpha )?auth (?:application-default )?print-(?:access|identity)-token|(?:beta )?secrets versions access|sql generate-login-token)\b/,
  ],
  [
    /^aws$/,
    /^(?:configure (?:export-credentials|get \S*(?:secret|token)\S*)|secretsmanager (?:batch-)?get-secret-value|ssm get-parameters?\S* .*--with-decryption|sts (?:get-session-token|assume-role\S*|get-federation-token)|ecr(?:-public)? get-(?:login-password|authorization-token)|codeartifact get-authorization-token|iam create-access-key|kms decrypt|sso get-role-credentials|rds generate-db-auth-token|eks get-token)\b/,
  ],
  [
    /^az$/,
    /^(?:account get-access-token|keyvault secret (?:show|download)|keyvault key download|storage account (?:keys list|show-connection-string)|ad sp create-for-rbac|acr (?:credential show|login .*--expose-token)|cosmosdb keys list|functionapp keys list|webapp config appsettings list)\b/,
  ],
  [
    /^(?:kubectl|oc|k|kubecolor)$/,
    /(?:^| )(?:get (?:.* )?(?:\S+,)?secrets?(?:[/,]\S+)?(?: .*)?(?:-o ?|--output[= ])(?:ya?ml|json|jsonpath|go-template|custom-columns|template)|config view\b.*--raw\b|create token\b|whoami (?:-t|--show-token)\b)/,
  ],
  [/^docker-credential-\w+$/, /^get\b/],
  [
    /^git$/,
    /^(?:-\S+ )*(?:credential(?:-\w+)? (?:fill|get)|config (?:--\S+ )*(?:get )?\S*(?:token|password|extraheader)\S*$)/,
  ],
  [/^git-credential-\w+$/, /^get\b/],
  [/^(?:vault|bao)$/, /^(?:kv get|read|print token|token create|login\b.*-token-only|unwrap)\b/],
  [/^heroku$/, /^(?:config(?:$| (?:-|--))|config:get|auth:token|pg:credentials:url)/],
  [/^(?:fly|flyctl)$/, /^(?:auth token|tokens create)\b/],
  [/^(?:npm|pnpm|yarn)$/, /^(?:config get \S*(?:auth|token|password)\S*|token create)\b/i],
  [/^(?:terraform|tofu)$/, /^(?:output\b.*-raw\b.*(?:password|secret|token|key|credential)|state pull\b)/i],
  [/^sops$/, /(?:^| )(?:-d|--decrypt|decrypt|exec-env)\b/],
  [/^ansible-vault$/, /^(?:view|decrypt)\b/],
  [/^(?:gpg|gpg2)$/, /(?:^| )(?:-d|--decrypt|--export-secret-\w+)\b/],
  [/^age$/, /(?:^| )(?:-d|--decrypt)\b/],
  [
    /^(?:chamber|doppler|infisical|envchain|teller|akeyless|summon)$/,
    /^(?:read|export|env|secrets(?:$| (?:get|download|-))|get-secret-value|show)\b/,
  ],
  [/^(?:rails|bin\/rails)$/, /^credentials:show\b/],
  [/^(?:firebase)$/, /^(?:login:ci|functions:(?:secrets:access|config:get))\b/],
  [/^(?:supabase)$/, /^(?:projects api-keys|secrets list --show)\b/],
  [/^(?:wg)$/, /^(?:genkey|show \S+ private-key|showconf)\b/],
  [/^(?:get-secret|get-storedcredential|get-azkeyvaultsecret|convertfrom-securestring)$/, /asplaintext|^$|./],
  [/^(?:cmdkey|vaultcmd)$/, /\/list(?:creds)?:/],
];

/** Whether `command` makes a store print a secret where it is seen; the words that say so. */
export function storeOf(reading: ShellReading, command: SimpleCommand): string | undefined {
  const { name } = command;
  if (name === undefined) return undefined;
  const row = STORES.find(([program]) => program.test(name));
  if (row === undefined) return undefined;
  const words = command.words.slice(1).map((word) => word.value ?? word.prefix);
  const line = words.join(" ");
  if (!row[1].test(line) || /(?:^| )(?:--help|-h)(?: |$)/.test(line)) return undefined;
  if (name === "aws" && line.startsWith("configure get") && !words.some((word) => isSecretName(word))) {
    return undefined;
  }
  // A token on its way to the service that it is for is how these commands are meant.
  if (reachOf(reading, command) !== "shown") return undefined;
  return [name, ...words.filter((word) => !word.startsWith("-")).slice(0, 3)].join(" ");
}
