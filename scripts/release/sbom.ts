/** What the executable is made of, for programs: CycloneDX 1.5 in JSON. */
import { HOMEPAGE, REPOSITORY } from "../../src/cli/upgrade/source.ts";
import { sha256 } from "../../src/base/digest.ts";
import type { Package } from "./packages.ts";

/** What the SBOM is about. */
export interface Subject {
  readonly version: string;
  /** Seconds since 1970. */
  readonly time: number;
  readonly deno: string;
  readonly v8: string;
  readonly packages: readonly Package[];
  /** The text of `deno.lock`: it holds a digest of each package. */
  readonly lock: string;
}

/** The SBOM. The same subject gives the same bytes: its serial number is made from them. */
export async function sbom(subject: Subject): Promise<string> {
  const { version, time, packages } = subject;
  const reference = `pkg:github/${REPOSITORY}@v${version}`;
  const components = [...packages.map((one) => packageOf(one, subject.lock)), ...engine(subject)];
  const body = {
    metadata: {
      timestamp: new Date(time * 1000).toISOString().replace(".000Z", "Z"),
      tools: { components: [{ type: "application", name: "scripts/release", version }] },
      component: {
        type: "application",
        "bom-ref": reference,
        name: "garfio",
        version,
        description: "The hook dispatcher for AI coding harnesses",
        licenses: [{ license: { id: "MIT" } }],
        purl: reference,
        externalReferences: [{ type: "vcs", url: HOMEPAGE }],
      },
    },
    components,
    dependencies: [
      { ref: reference, dependsOn: components.map((one) => one["bom-ref"]) },
      ...components.map((one) => ({ ref: one["bom-ref"], dependsOn: [] })),
    ],
  };
  const serial = (await sha256(new TextEncoder().encode(JSON.stringify(body)))).replace(
    /^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/,
    "$1-$2-5$3-8$4-$5",
  );
  const head = { bomFormat: "CycloneDX", specVersion: "1.5", serialNumber: `urn:uuid:${serial}`, version: 1 };
  return `${JSON.stringify({ ...head, ...body }, null, 2)}\n`;
}

function packageOf({ name, version, licence }: Package, lock: string) {
  const purl = `pkg:npm/${name.replace(/^@/, "%40")}@${version}`;
  const digest = digestOf(`${name}@${version}`, lock);
  return {
    type: "library",
    "bom-ref": purl,
    name,
    version,
    licenses: [/[ (]/.test(licence) ? { expression: licence } : { license: { id: licence } }],
    purl,
    ...(digest === undefined ? {} : { hashes: [digest] }),
  };
}

function digestOf(id: string, lock: string): { alg: string; content: string } | undefined {
  const integrity = JSON.parse(lock).npm?.[id]?.integrity;
  const match = /^sha512-(.+)$/.exec(typeof integrity === "string" ? integrity : "");
  if (match === null) return undefined;
  const content = Array.from(atob(match[1]!), (one) => one.charCodeAt(0).toString(16).padStart(2, "0")).join(
    "",
  );
  return { alg: "SHA-512", content };
}

function engine({ deno, v8 }: Subject) {
  const parts = [
    {
      type: "platform",
      name: "deno",
      version: deno,
      licence: "MIT",
      purl: `pkg:github/denoland/deno@v${deno}`,
    },
    { type: "library", name: "v8", version: v8, licence: "BSD-3-Clause", purl: `pkg:github/v8/v8@${v8}` },
  ];
  return parts.map(({ type, name, version, licence, purl }) => ({
    type,
    "bom-ref": purl,
    name,
    version,
    licenses: [{ license: { id: licence } }],
    purl,
  }));
}
