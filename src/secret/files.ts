/** Files in which people and programs keep secrets, by their path. Nothing is opened here. */
import { baseName, withSlashes } from "../base/path.ts";
import { ignoresCase, type Os } from "../base/platform.ts";

/**
 * What is known of a file by its path. `holds`: it is there to hold secrets. `may`: only its content tells. `near`: it
 * lies beside secrets and says where they lead to.
 */
export interface SecretFile {
  readonly sure: "holds" | "may" | "near";
  readonly kind: string;
}

const file = (
  sure: SecretFile["sure"],
  kind: string,
  path: RegExp,
): SecretFile & { readonly path: RegExp } => ({
  sure,
  kind,
  path,
});

const ENVIRONMENT = /(?:^|\/)\.env(?:\.[\w.-]+)?$/;
const TEMPLATE =
  /(?:^|[.\-_/])(?:example|examples|sample|samples|template|templates|tpl|tmpl|dist|defaults?|schema|d\.ts|md|enc|encrypted|gpg|age|vault|keys)$/;

/** By the whole path, in lower case, with `/`; the first row that fits counts. */
const FILES: readonly (SecretFile & { readonly path: RegExp })[] = [
  file(
    "near",
    "SSH settings",
    /\/\.ssh\/(?:config(?:\.d\/.*)?|known_hosts(?:\.old)?|authorized_keys2?|environment|rc)$/,
  ),
  file("holds", "SSH key", /(?:^|\/)\.ssh(?:\/(?!.*\.pub$)[^/]+)*\/?$/),
  file(
    "holds",
    "SSH key",
    /(?:^|\/)(?:id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?|ssh_host_\w+_key|identity\.ssh)$/,
  ),
  file("holds", "AWS credentials", /(?:^|\/)\.aws(?:\/credentials|\/(?:cli|sso)\/cache(?:\/.*)?)?\/?$/),
  file("may", "AWS settings", /\/\.aws\/config$/),
  file(
    "holds",
    "GnuPG key",
    /(?:^|\/)\.gnupg(?:\/(?:private-keys-v1\.d(?:\/.*)?|secring\.gpg|openpgp-revocs\.d(?:\/.*)?))?\/?$/,
  ),
  file("holds", "password store", /(?:^|\/)\.password-store(?:\/.*)?$/),
  file(
    "holds",
    "login file",
    /(?:^|\/)(?:[._]netrc|\.pgpass|\.git-credentials|\.htpasswd|\.vault-token|\.databrickscfg|\.s3cfg|\.boto)$/,
  ),
  file(
    "may",
    "registry settings",
    /(?:^|\/)(?:\.npmrc|\.pypirc|\.yarnrc(?:\.yml)?|\.my\.cnf|\.mylogin\.cnf|\.terraformrc|\.dockercfg|nuget\.config|pip\.conf)$/,
  ),
  file(
    "holds",
    "registry login",
    /\/(?:\.gem\/credentials|\.cargo\/credentials(?:\.toml)?|\.config\/composer\/auth\.json|\.composer\/auth\.json)$/,
  ),
  file("holds", "registry login", /\/\.docker\/config\.json$/),
  file("holds", "cluster login", /(?:^|\/)\.kube(?:\/config|\/cache\/.*)?\/?$/),
  file(
    "holds",
    "cloud login",
    /\/(?:\.config\/gcloud\/(?:credentials\.db|access_tokens\.db|application_default_credentials\.json|legacy_credentials(?:\/.*)?)|\.azure\/(?:accesstokens\.json|msal_token_cache\.\w+|service_principal_entries\.\w+)|\.terraform\.d\/credentials\.tfrc\.json|\.oci\/(?:config|.*\.pem)|\.bluemix\/config\.json|\.config\/doctl\/config\.ya?ml|\.fly\/config\.yml|\.wrangler\/config\/.*\.toml|\.config\/rclone\/rclone\.conf|\.supabase\/access-token|\.config\/stripe\/config\.toml|com\.vercel\.cli\/auth\.json|\.config\/netlify\/config\.json|\.huggingface\/token|huggingface\/token|\.snowsql\/config|\.dbt\/profiles\.yml)$/,
  ),
  file(
    "holds",
    "GitHub login",
    /\/(?:\.config\/gh\/hosts\.yml|\.config\/hub|\.config\/glab-cli\/config\.yml)$/,
  ),
  file(
    "holds",
    "login of a coding harness",
    /\/(?:\.claude\/\.credentials\.json|\.codex\/auth\.json|\.gemini\/(?:oauth_creds|google_accounts|mcp-oauth-tokens(?:-v\d)?)\.json|\.qwen\/oauth_creds\.json|github-copilot\/(?:hosts|apps|oauth)\.json|\.copilot\/(?:config|auth|mcp-oauth-config.*)\.json|opencode\/(?:auth|mcp-auth)\.json|goose\/secrets\.ya?ml|amp\/secrets\.json|\.factory\/auth(?:\.v2)?\.(?:json|file|encrypted)|\.config\/crush\/.*auth.*|\.mcp-auth(?:\/.*)?|cursor\/user\/globalstorage\/state\.vscdb(?:\.backup)?|\.cursor\/.*auth.*\.json|\.kiro\/.*token.*|amazon-q\/data\.sqlite3)$/,
  ),
  file(
    "may",
    "settings of a coding harness",
    /\/(?:\.claude\.json|\.claude\/settings(?:\.local)?\.json|\.cursor\/mcp\.json|\.mcp\.json|\.codex\/config\.toml|\.gemini\/settings\.json|\.aider\.conf\.yml|\.continue\/config\.(?:json|ya?ml))$/,
  ),
  file(
    "holds",
    "browser store",
    /\/(?:google-chrome[^/]*|chromium|chrome|bravesoftware|brave-browser|microsoft-edge|edge|opera|vivaldi|google|arc)\/(?:.*\/)?(?:login data(?: for account)?|cookies|web data|local state)$/,
  ),
  file("holds", "browser store", /\/(?:logins\.json|key[34]\.db|cookies\.sqlite|signons\.sqlite)$/),
  file(
    "holds",
    "keychain",
    /\/(?:library\/keychains(?:\/.*)?|\.local\/share\/keyrings(?:\/.*)?|\.local\/share\/kwalletd(?:\/.*)?|microsoft\/(?:credentials|protect|vault)(?:\/.*)?)$/,
  ),
  file(
    "holds",
    "system passwords",
    /^(?:\/private)?\/etc\/(?:g?shadow-?|master\.passwd|krb5\.keytab|sudoers\.d\/.*secret.*)$/,
  ),
  file("holds", "environment of a process", /^\/proc\/[^/]+\/(?:task\/[^/]+\/)?environ$/),
  file("holds", "mounted secret", /^(?:\/var)?\/run\/secrets(?:\/.*)?$/),
  file("holds", "key store", /\.(?:p12|pfx|jks|keystore|kdbx|ppk|p8|pkcs12)$/),
  file("may", "key file", /\.(?:pem|key|asc|pk8)$/),
  file("holds", "master key", /\/config\/(?:master|credentials\/\w+)\.key$/),
  file("may", "environment file", /(?:^|\/)(?:\.envrc|[^/]+\.env)$/),
  file(
    "may",
    "file of secrets",
    /(?:^|\/)(?:\.?secrets?(?:\.\w+)?\.(?:ya?ml|json|toml|ini|env|txt|properties|tfvars)|credentials?(?:\.\w+)?\.(?:json|ya?ml|ini|txt|csv|toml)|credentials|client_secret[^/]*\.json|[^/]*service[-_]?account[^/]*\.json|[^/]*-adminsdk-[^/]*\.json|token(?:s|_cache)?\.(?:json|txt|pickle)|[^/]+\.tfvars(?:\.json)?|terraform\.tfstate(?:\.backup)?|wp-config\.php|\.dev\.vars|local\.settings\.json)$/,
  ),
];

/** What kind of secret file `path` is; undefined for any other. */
export function secretFile(path: string, os: Os): SecretFile | undefined {
  const slashed = withSlashes(path, os).replace(/\/+$/, "");
  // Names of such files are told apart by case nowhere where it matters, and half of the systems ignore it.
  const lower = slashed.toLowerCase();
  if (ENVIRONMENT.test(ignoresCase(os) ? lower : slashed)) {
    return TEMPLATE.test(baseName(lower).replace(/^\.env$/, ""))
      ? undefined
      : { sure: "holds", kind: "environment file" };
  }
  if (lower.endsWith(".pub") || TEMPLATE.test(baseName(lower))) return undefined;
  const found = FILES.find((row) => row.path.test(lower));
  return found === undefined ? undefined : { sure: found.sure, kind: found.kind };
}
