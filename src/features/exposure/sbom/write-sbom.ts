import { type Analysis, analysisOf, plainText } from "./analysis.ts";
import type { BillFinding, BillInput, BillProgram, BillServer, BillVulnerability } from "./bill.ts";
import { packageUrlOf } from "./package-url.ts";

/** A CycloneDX component. */
interface Component {
  type: "device" | "operating-system" | "application" | "library";
  "bom-ref": string;
  name: string;
  version?: string;
  publisher?: string;
  cpe?: string;
  purl?: string;
}

interface Rating {
  source: { name: string };
  score?: number;
  severity: string;
  method?: string;
  vector?: string;
}

interface Vulnerability {
  "bom-ref": string;
  id: string;
  source: { name: string; url: string };
  ratings?: Rating[];
  description?: string;
  published?: string;
  updated?: string;
  analysis: Analysis;
  affects: { ref: string }[];
}

/** A CycloneDX bill of materials, as it goes to JSON. */
export interface CycloneDx {
  $schema: string;
  bomFormat: "CycloneDX";
  specVersion: "1.6";
  serialNumber: string;
  version: 1;
  metadata: { timestamp: string; tools: { components: unknown[] }; component: Component };
  components: Component[];
  dependencies: { ref: string; dependsOn?: string[] }[];
  vulnerabilities: Vulnerability[];
}

const LIBRARIES = new Set(["npm", "python", "java"]);
const METHODS: readonly (readonly [version: string, method: string])[] = [
  ["4", "CVSSv4"],
  ["3.1", "CVSSv31"],
  ["3", "CVSSv3"],
  ["2", "CVSSv2"],
];
const SOURCE = { name: "NVD" };

/**
 * A server's programs and the vulnerabilities that concern them, as a CycloneDX 1.6 bill of materials with VEX. A CVE whose findings
 * differ in their analysis stands once per analysis, each with the programs that it is about. The same input gives the same bill; order
 * is that of the input.
 */
export function writeSbom({ serial, at, toolVersion, server, programs, vulnerabilities }: BillInput): CycloneDx {
  const system = systemOf(server);
  const known = new Set(programs.map(({ id }) => id));
  const parts = [...(system ? [system] : []), ...programs.map((program) => componentOf(program, server.os))];
  return {
    $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    serialNumber: `urn:uuid:${serial}`,
    version: 1,
    metadata: {
      timestamp: at.toISOString(),
      tools: { components: [{ type: "application", name: "orrery", version: toolVersion }] },
      component: { type: "device", "bom-ref": server.id, name: plainText(server.name) || server.id },
    },
    components: parts,
    dependencies: [{ ref: server.id, ...(parts.length > 0 && { dependsOn: parts.map((part) => part["bom-ref"]) }) }],
    vulnerabilities: vulnerabilities.flatMap((vulnerability) => vulnerabilitiesOf(vulnerability, known)),
  };
}

function systemOf({ id, os }: BillServer): Component | undefined {
  const name = plainText(os.name);
  const version = plainText(os.version);
  if (name === "") return undefined;
  return { type: "operating-system", "bom-ref": `${id}#os`, name, ...(version !== "" && { version }) };
}

function componentOf(program: BillProgram, os: BillServer["os"]): Component {
  const version = plainText(program.version);
  const publisher = plainText(program.vendor);
  const purl = packageUrlOf(program, os);
  return {
    type: LIBRARIES.has(program.kind ?? "") ? "library" : "application",
    "bom-ref": program.id,
    name: plainText(program.name) || program.id,
    ...(version !== "" && { version }),
    ...(publisher !== "" && { publisher }),
    ...(program.cpeName?.startsWith("cpe:2.3:") && { cpe: program.cpeName }),
    ...(purl !== undefined && { purl }),
  };
}

function vulnerabilitiesOf(vulnerability: BillVulnerability, known: ReadonlySet<string>): Vulnerability[] {
  const byAnalysis = new Map<string, { analysis: Analysis; programs: Set<string> }>();
  for (const finding of vulnerability.findings) if (known.has(finding.programId)) addFinding(byAnalysis, finding);
  return [...byAnalysis.values()].map(({ analysis, programs }, at) => ({
    "bom-ref": at === 0 ? vulnerability.cve : `${vulnerability.cve}#${at + 1}`,
    ...factsOf(vulnerability),
    analysis,
    affects: [...programs].map((ref) => ({ ref })),
  }));
}

function addFinding(
  byAnalysis: Map<string, { analysis: Analysis; programs: Set<string> }>,
  finding: BillFinding,
): void {
  const analysis = analysisOf(finding);
  const key = JSON.stringify(analysis);
  const group = byAnalysis.get(key) ?? { analysis, programs: new Set() };
  group.programs.add(finding.programId);
  byAnalysis.set(key, group);
}

function factsOf({ cve, summary, published, modified, cvss, severity }: BillVulnerability) {
  const description = plainText(summary);
  const ratings = ratingsOf(cvss, severity);
  return {
    id: cve,
    source: { ...SOURCE, url: `https://nvd.nist.gov/vuln/detail/${cve}` },
    ...(ratings.length > 0 && { ratings }),
    ...(description !== "" && { description }),
    ...(published && { published: published.toISOString() }),
    ...(modified && { updated: modified.toISOString() }),
  };
}

function ratingsOf(cvss: BillVulnerability["cvss"], severity: BillVulnerability["severity"]): Rating[] {
  if (cvss === null) return severity === null ? [] : [{ source: SOURCE, severity }];
  const method = METHODS.find(([version]) => cvss.version.startsWith(version))?.[1] ?? "other";
  return [
    {
      source: SOURCE,
      score: cvss.score,
      severity: severity ?? "unknown",
      method,
      ...(cvss.vector !== null && { vector: cvss.vector }),
    },
  ];
}
