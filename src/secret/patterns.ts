/**
 * The tokens that providers mark with a prefix of their own. A row is a kind, its prefixes, the alphabet of what
 * follows, and the least length of that for a token in use; a shorter one is still hidden in logs. Adding a provider
 * is adding a row: the cheap look reads the same table.
 */

/** Which characters follow a prefix. */
export type Alphabet = "letters" | "word" | "dashed" | "dotted" | "base64" | "hex" | "upper";

/** One kind of token. */
export interface TokenRow {
  readonly kind: string;
  readonly prefixes: readonly string[];
  readonly alphabet: Alphabet;
  /** From this length on it is a token; documented lengths, taken a little short where providers vary them. */
  readonly least: number;
  /** Longer than this it is something else. */
  readonly most?: number;
  /** Below `least` it is not even hidden: the prefix alone is an ordinary word. */
  readonly strict?: boolean;
  /** The provider's own word for a token that does no harm (`sk_test_`): never more than likely. */
  readonly test?: boolean;
  /** The environment variables that usually hold it. */
  readonly variables: readonly string[];
}

const row = (
  kind: string,
  prefixes: string,
  alphabet: Alphabet,
  least: number,
  { in: variables = "", ...more }: { in?: string; strict?: boolean; test?: boolean; most?: number } = {},
): TokenRow => ({
  kind,
  prefixes: prefixes.split(" "),
  alphabet,
  least,
  ...more,
  variables: variables === "" ? [] : variables.split(" "),
});

export const TOKENS: readonly TokenRow[] = [
  row("GitHub token", "ghp_ gho_ ghu_ ghs_ ghr_", "word", 36, { in: "GITHUB_TOKEN GH_TOKEN GITHUB_PAT" }),
  row("GitHub token", "github_pat_", "word", 22, { in: "GITHUB_TOKEN GH_TOKEN GITHUB_PAT" }),
  row(
    "GitLab token",
    "glpat- gldt- glrt- glcbt- glptt- glft- glsoat- glimt- glagent- gloas- glffct- glwt-",
    "dotted",
    20,
    { in: "GITLAB_TOKEN GL_TOKEN CI_JOB_TOKEN" },
  ),
  row("Slack token", "xoxa- xoxb- xoxc- xoxd- xoxe- xoxe. xoxo- xoxp- xoxr- xoxs- xapp-", "dotted", 16, {
    in: "SLACK_TOKEN SLACK_BOT_TOKEN",
  }),
  row("Slack webhook", "hooks.slack.com/services/T", "base64", 40, { strict: true, in: "SLACK_WEBHOOK_URL" }),
  row("Discord webhook", "discord.com/api/webhooks/ discordapp.com/api/webhooks/", "base64", 60, {
    strict: true,
    in: "DISCORD_WEBHOOK_URL",
  }),
  row("AWS access key id", "AKIA ASIA ABIA ACCA", "upper", 16, {
    strict: true,
    most: 16,
    in: "AWS_ACCESS_KEY_ID",
  }),
  row("AWS Bedrock key", "ABSK", "base64", 100, { strict: true, in: "AWS_BEARER_TOKEN_BEDROCK" }),
  row("Anthropic key", "sk-ant-", "dashed", 24, { in: "ANTHROPIC_API_KEY CLAUDE_CODE_OAUTH_TOKEN" }),
  row("OpenAI key", "sk-proj- sk-svcacct- sk-admin- sk-None-", "dashed", 20, { in: "OPENAI_API_KEY" }),
  row("OpenRouter key", "sk-or-v1-", "hex", 32, { in: "OPENROUTER_API_KEY" }),
  row("API key", "sk-", "dashed", 20, { strict: true, in: "OPENAI_API_KEY DEEPSEEK_API_KEY" }),
  row("Stripe key", "sk_live_ rk_live_ sk_org_live_", "letters", 24, {
    in: "STRIPE_SECRET_KEY STRIPE_API_KEY",
  }),
  row("Stripe test key", "sk_test_ rk_test_", "letters", 24, {
    test: true,
    in: "STRIPE_SECRET_KEY STRIPE_API_KEY",
  }),
  row("Stripe webhook secret", "whsec_", "base64", 24, { in: "STRIPE_WEBHOOK_SECRET" }),
  row("Google API key", "AIza", "dashed", 35, { strict: true, in: "GOOGLE_API_KEY GEMINI_API_KEY" }),
  row("Google OAuth secret", "GOCSPX-", "dashed", 24, { in: "GOOGLE_CLIENT_SECRET" }),
  row("Google access token", "ya29.", "dotted", 24, { strict: true }),
  row("Google refresh token", "1//0", "dashed", 40, { strict: true }),
  row("npm token", "npm_", "letters", 36, { strict: true, in: "NPM_TOKEN NODE_AUTH_TOKEN" }),
  row("PyPI token", "pypi-AgE", "dashed", 50, { in: "PYPI_TOKEN TWINE_PASSWORD UV_PUBLISH_TOKEN" }),
  row("RubyGems key", "rubygems_", "hex", 48, { strict: true, in: "GEM_HOST_API_KEY" }),
  row("Docker token", "dckr_pat_ dckr_oat_", "dashed", 24, {
    in: "DOCKER_TOKEN DOCKERHUB_TOKEN DOCKER_PASSWORD",
  }),
  row("Hugging Face token", "hf_ api_org_", "letters", 34, {
    strict: true,
    in: "HF_TOKEN HUGGING_FACE_HUB_TOKEN",
  }),
  row("SendGrid key", "SG.", "dotted", 60, { strict: true, in: "SENDGRID_API_KEY" }),
  row("Mailgun key", "key-", "hex", 32, { strict: true, in: "MAILGUN_API_KEY" }),
  row("Brevo key", "xkeysib- xsmtpsib-", "dashed", 64),
  row("DigitalOcean token", "dop_v1_ doo_v1_ dor_v1_", "hex", 64, {
    in: "DIGITALOCEAN_TOKEN DIGITALOCEAN_ACCESS_TOKEN",
  }),
  row("Heroku key", "HRKU-", "dashed", 36, { in: "HEROKU_API_KEY" }),
  row("Databricks token", "dapi dose dkea", "hex", 32, { strict: true, in: "DATABRICKS_TOKEN" }),
  row("Vault token", "hvs. hvb. hvr.", "dashed", 24, { strict: true, in: "VAULT_TOKEN" }),
  row("Terraform token", ".atlasv1.", "base64", 60, {
    strict: true,
    in: "TFE_TOKEN TF_TOKEN_app_terraform_io",
  }),
  row("Linear key", "lin_api_ lin_oauth_", "letters", 32, { in: "LINEAR_API_KEY" }),
  row("Notion token", "ntn_ secret_", "letters", 40, { strict: true, in: "NOTION_TOKEN NOTION_API_KEY" }),
  row("Shopify token", "shpat_ shpca_ shppa_ shpss_ shptka_ shprt_", "letters", 32, {
    in: "SHOPIFY_ACCESS_TOKEN",
  }),
  row("Square token", "sq0atp- sq0csp- sq0idp-", "dashed", 22, { in: "SQUARE_ACCESS_TOKEN" }),
  row("Square token", "EAAAE EAAAl", "dashed", 60, { strict: true, in: "SQUARE_ACCESS_TOKEN" }),
  row("Twilio key", "SK", "hex", 32, { strict: true, test: true, in: "TWILIO_API_KEY" }),
  row("Grafana token", "glsa_ glc_", "base64", 32, { in: "GRAFANA_TOKEN" }),
  row("Sentry token", "sntrys_ sntryu_", "base64", 40, { in: "SENTRY_AUTH_TOKEN" }),
  row("Figma token", "figd_ figo_ figor_", "dashed", 32, { in: "FIGMA_TOKEN" }),
  row("Groq key", "gsk_", "letters", 40, { strict: true, in: "GROQ_API_KEY" }),
  row("xAI key", "xai-", "letters", 60, { strict: true, in: "XAI_API_KEY" }),
  row("Perplexity key", "pplx-", "letters", 40, { in: "PERPLEXITY_API_KEY" }),
  row("Replicate token", "r8_", "letters", 32, { strict: true, in: "REPLICATE_API_TOKEN" }),
  row("Postman key", "PMAK-", "dashed", 48),
  row("Pulumi token", "pul-", "hex", 40, { strict: true, in: "PULUMI_ACCESS_TOKEN" }),
  row("Doppler token", "dp.pt. dp.st. dp.ct. dp.sa.", "dotted", 40, { strict: true, in: "DOPPLER_TOKEN" }),
  row("Supabase token", "sbp_ sb_secret_", "dashed", 24, { strict: true, in: "SUPABASE_ACCESS_TOKEN" }),
  row("PlanetScale token", "pscale_tkn_ pscale_pw_ pscale_oauth_", "dotted", 32),
  row("Netlify token", "nfp_", "letters", 32, { strict: true, in: "NETLIFY_AUTH_TOKEN" }),
  row("Fly token", "fm1_ fm2_", "base64", 60, { strict: true, in: "FLY_API_TOKEN" }),
  row("New Relic key", "NRAK- NRII-", "dashed", 24, { in: "NEW_RELIC_API_KEY" }),
  row("Tailscale key", "tskey-", "dashed", 24, { in: "TS_AUTHKEY" }),
  row("Atlassian token", "ATATT3 ATCTT3 ATBB", "base64", 28, { strict: true }),
  row("Artifactory token", "AKCp", "letters", 60, { strict: true }),
  row("Contentful token", "CFPAT-", "dashed", 40),
  row("CircleCI token", "CCIPAT_ CCIPRJ_", "dashed", 40),
  row("Buildkite token", "bkua_", "hex", 40),
  row("Deno Deploy token", "ddp_ ddo_", "letters", 32, { strict: true, in: "DENO_DEPLOY_TOKEN" }),
  row("1Password token", "ops_eyJ", "base64", 100, { strict: true, in: "OP_SERVICE_ACCOUNT_TOKEN" }),
  row("age key", "AGE-SECRET-KEY-1", "upper", 50),
];

/** The tokens without a prefix that are told by their inner form; `anchor` is what every one of them holds. */
export const SHAPES: readonly {
  readonly kind: string;
  readonly anchor: string;
  /** Where the match starts: from so many units before the anchor on. */
  readonly back: number;
  /** Units at the start of the match that are not the secret. */
  readonly skip?: number;
  /** Looked for only in a text that holds one of these: the form alone says too little. */
  readonly beside?: readonly string[];
  readonly shape: RegExp;
}[] = [
  {
    kind: "JSON web token",
    anchor: "eyJ",
    back: 0,
    shape: /eyJ[A-Za-z0-9_-]{8,4000}\.eyJ[A-Za-z0-9_-]{4,8000}(?:\.[A-Za-z0-9_-]{6,2000})?/y,
  },
  {
    kind: "Telegram bot token",
    anchor: ":AA",
    back: 12,
    shape: /\d{8,12}:AA[A-Za-z0-9_-]{33}(?![A-Za-z0-9_-])/y,
  },
  {
    kind: "Azure client secret",
    anchor: "Q~",
    back: 4,
    shape: /[A-Za-z0-9_~.-]{3}\dQ~[A-Za-z0-9_~.-]{31,34}(?![A-Za-z0-9_~-])/y,
  },
  { kind: "Azure DevOps token", anchor: "AZDO", back: 76, shape: /[A-Za-z0-9]{76}AZDO[A-Za-z0-9]{4}/y },
  {
    kind: "Azure signature",
    anchor: "sig=",
    back: 0,
    skip: 4,
    shape: /sig=[A-Za-z0-9%/+]{40,66}(?:%3[dD]|=)/y,
  },
  {
    kind: "Discord bot token",
    anchor: ".",
    back: 28,
    beside: ["iscord", "ISCORD"],
    shape: /[MNO][A-Za-z\d_-]{23,27}\.[A-Za-z\d_-]{6}\.[A-Za-z\d_-]{27,40}(?![A-Za-z\d_-])/y,
  },
  { kind: "Mailchimp key", anchor: "-us", back: 32, shape: /[0-9a-f]{32}-us\d{1,2}(?![A-Za-z\d])/y },
];

const ROWS = new Map(TOKENS.flatMap((token) => token.prefixes.map((prefix) => [prefix, token] as const)));

/** Every prefix, the longer before the shorter: one pass instead of one per prefix. */
export function prefixPattern(): RegExp {
  const prefixes = [...ROWS.keys()].sort().reverse().map((prefix) => prefix.replace(/[.+*?/]/g, "\\$&"));
  return new RegExp(prefixes.join("|"), "g");
}

/** The row of `prefix`. */
export function rowOf(prefix: string): TokenRow {
  return ROWS.get(prefix)!;
}
