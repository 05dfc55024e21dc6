/** A made repository with knowledge for measurements: the same bytes in each run. */

/** One area of the repository: where it lies and what its notes speak of. */
interface Area {
  readonly name: string;
  readonly folder: string;
  readonly file: string;
  /** Topics: of each, one rule or memory. */
  readonly topics: readonly string[];
}

const AREAS: readonly Area[] = [
  area(
    "billing",
    "services/billing",
    "invoice.ts",
    "idempotency of charges|rounding of totals|refund windows|tax lookup|dunning letters|proration of plans|currency of invoices|webhook signatures|ledger entries|card tokens|credit notes",
  ),
  area(
    "search",
    "services/search",
    "query.ts",
    "index rebuilds|stop words|synonym lists|ranking weights|query timeouts|facet counts|typo tolerance|reindex queue|snapshot restore|highlight markup|tenant filters",
  ),
  area(
    "accounts",
    "services/accounts",
    "session.ts",
    "password hashing|session lifetime|login throttling|passkey enrolment|account merging|email verification|role inheritance|audit of logins|token rotation|invitation links|soft deletion",
  ),
  area(
    "notifications",
    "services/notifications",
    "mailer.ts",
    "template escaping|quiet hours|unsubscribe links|push tokens|retry backoff|digest batching|locale fallback|bounce handling|sender domains|rate of messages|attachment size",
  ),
  area(
    "dashboard",
    "apps/web/dashboard",
    "chart.tsx",
    "chart palette|loading states|date ranges|table virtualisation|keyboard focus|export to CSV|empty states|polling interval|number formats|tooltip position|print layout",
  ),
  area(
    "checkout",
    "apps/web/checkout",
    "form.tsx",
    "address validation|card form|coupon codes|shipping options|order summary|guest checkout|error focus|price display|stock warnings|analytics events|back button",
  ),
  area(
    "mobile",
    "apps/mobile",
    "screen.tsx",
    "offline queue|image cache|deep links|gesture conflicts|dark theme|font scaling|biometric unlock|background sync|crash reports|store review|bundle size",
  ),
  area(
    "database",
    "db",
    "migrations/0001.sql",
    "additive migrations|index creation|lock timeouts|connection pooling|row security|partition pruning|vacuum schedule|enum changes|backfill batches|foreign keys|read replicas",
  ),
  area(
    "infrastructure",
    "infra",
    "main.tf",
    "state locking|module versions|secret storage|network ranges|autoscaling limits|backup retention|certificate renewal|region failover|cost tags|plan review|drift detection",
  ),
  area(
    "pipeline",
    ".github/workflows",
    "ci.yml",
    "pinned actions|cache keys|matrix size|secret exposure|flaky retries|artifact retention|release tags|concurrency groups|required checks|path filters|runner images",
  ),
  area(
    "analytics",
    "services/analytics",
    "events.py",
    "event naming|schema registry|late arrivals|sampling rate|personal data|sessionisation|warehouse loads|metric definitions|bot filtering|time zones|backfill windows",
  ),
  area(
    "documentation",
    "docs",
    "guide.md",
    "tone of guides|code samples|link checking|screenshot style|versioned pages|glossary terms|changelog entries|api reference|translation flow|heading levels|admonitions",
  ),
];

function area(name: string, folder: string, file: string, topics: string): Area {
  return { name, folder, file, topics: topics.split("|") };
}

const REASONS = [
  "an incident in spring showed what happens otherwise: the on-call engineer needed four hours to find the cause",
  "two teams depend on it and neither is told when it changes",
  "the vendor's documentation says the opposite, and it is wrong for the version that runs here",
  "it was measured twice, and both times the obvious way was slower",
];
const ADVICE = [
  "Look at the existing helper first and extend it; a second one beside it is how the last three faults began.",
  "Write the test that fails before the change, name it after the case, and keep it beside the code that it is about.",
  "If the case does not fit, ask in the team's channel before working around it; the answer usually takes ten minutes.",
  "Leave a line in the change's description that says which of the two ways was chosen and why the other was not.",
];

/** One file of the repository. */
export interface SampleFile {
  readonly path: string;
  readonly text: string;
}

/** 168 items in twelve areas: in each five rules, six memories and three skills. */
export function sampleItems(): SampleFile[] {
  return AREAS.flatMap(({ name, folder, topics }, at) => [
    ...topics.map((topic, index): SampleFile => {
      const kind = index < 5 ? "rule" : "memory";
      const priority = index === 0 ? "high" : "medium";
      const title = topic[0]!.toUpperCase() + topic.slice(1);
      const front = [
        `kind: ${kind}`,
        `title: ${title}`,
        `paths: [${folder}/**]`,
        ...(kind === "rule" ? [`priority: ${priority}`] : []),
      ];
      const body = `${title} in ${name} follow one convention, since ${REASONS[(at + index) % 4]}.\n\n` +
        `- ${ADVICE[index % 4]}\n- ${ADVICE[(index + 1) % 4]}\n- Where ${topic} meet ${
          topics[(index + 3) % topics.length]
        }, the former decide.\n\n` +
        `The present state is described in the module's own readme; what stands here is what cannot be read from the code.`;
      return itemFile(`${name}/${slug(topic)}`, front, `How ${topic} are handled in ${name}.`, body);
    }),
    ...["review", "release", "rollback"].map((action): SampleFile =>
      itemFile(
        `${name}/${name}-${action}`,
        ["kind: skill", `title: ${action} of ${name}`, `paths: [${folder}/**]`],
        `Steps for a ${action} of ${name}.`,
        Array.from({ length: 8 }, (_, step) =>
          `${step + 1}. Step ${step + 1} of the ${action} of ${name}: ${ADVICE[step % 4]}`).join("\n"),
      )
    ),
  ]);
}

function itemFile(id: string, front: readonly string[], summary: string, body: string): SampleFile {
  return {
    path: `.garfio/knowledge/${id}.md`,
    text: `---\n${front.join("\n")}\nsummary: ${summary}\n---\n${body}\n`,
  };
}

const slug = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]+/g, "-");

/** The sources that the prompts are about. */
export function sampleSources(): SampleFile[] {
  return AREAS.map(({ folder, file }) => ({ path: `${folder}/${file}`, text: "x\n" }));
}

/** One session: a prompt, the files that the work touches, and the items that a person would want to reach it. */
export interface SampleSession {
  readonly prompt: string;
  readonly touches: readonly string[];
  readonly wanted: readonly string[];
}

/** Ten sessions, of which some name a path, some only words, one explores, and one is in Spanish. */
export const SESSIONS: readonly SampleSession[] = [
  {
    prompt: "Fix the rounding of totals in services/billing/invoice.ts",
    touches: ["services/billing/invoice.ts"],
    wanted: ["billing/rounding-of-totals", "billing/idempotency-of-charges"],
  },
  {
    prompt: "The chart palette is hard to read, change its colours",
    touches: ["apps/web/dashboard/chart.tsx"],
    wanted: ["dashboard/chart-palette"],
  },
  {
    prompt: "Add an index to the orders table without long locks",
    touches: ["db/migrations/0001.sql"],
    wanted: ["database/index-creation", "database/lock-timeouts"],
  },
  {
    prompt: "Refactor login throttling and the session lifetime",
    touches: ["services/accounts/session.ts"],
    wanted: ["accounts/login-throttling", "accounts/session-lifetime"],
  },
  { prompt: "Explain how this repository is organised", touches: [], wanted: [] },
  {
    prompt: "Why do retries of the mailer arrive during quiet hours?",
    touches: ["services/notifications/mailer.ts"],
    wanted: ["notifications/quiet-hours", "notifications/retry-backoff"],
  },
  {
    prompt: "Implement guest checkout with address validation in apps/web/checkout",
    touches: ["apps/web/checkout/form.tsx"],
    wanted: ["checkout/guest-checkout", "checkout/address-validation"],
  },
  {
    prompt: "Pin the actions in .github/workflows/ci.yml and review the secret exposure",
    touches: [".github/workflows/ci.yml"],
    wanted: ["pipeline/pinned-actions", "pipeline/secret-exposure"],
  },
  {
    prompt: "Arregla los eventos que llegan tarde en services/analytics/events.py",
    touches: ["services/analytics/events.py"],
    wanted: ["analytics/late-arrivals"],
  },
  {
    prompt: "Make the offline queue of the app smaller",
    touches: ["apps/mobile/screen.tsx"],
    wanted: ["mobile/offline-queue"],
  },
];

/** Everything in one instruction file, as projects without path-scoped knowledge keep it: rules and memories. */
export function oneFile(items: readonly SampleFile[]): string {
  return items.map(({ text }) => {
    const [, front = "", body = ""] = text.split(/^---\n/m);
    return `## ${/^title: (.*)$/m.exec(front)?.[1] ?? ""}\n\n${body.trim()}\n`;
  }).join("\n");
}
