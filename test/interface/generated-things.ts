import { newId } from "../../src/platform/ids.ts";
import { fileOf } from "../features/cpe-dictionary/support.ts";
import { putJob } from "../features/jobs/support.ts";
import { type Place, placeName } from "../support/api-document.ts";
import { keyPair } from "../support/assertions.ts";
import { anyOf, cpe, criterion, cvePage, cveRecord } from "../support/cve-records.ts";
import type { ServiceApp } from "../support/service-app.ts";

interface Generated {
  path: Record<string, string>;
  query: Record<string, unknown>;
  body: unknown;
}

/** Members of bodies and queries that name CIs. */
const CI_MEMBER = /^(source_?ci|target_?ci|ci_?id)$/i;
const CI_LIST = /^(affected_?cis|ci_?ids|roots)$/i;

type Make = (things: GeneratedThings) => Promise<string>;

const post =
  (path: string, body: (things: GeneratedThings) => object): Make =>
  async (things) => {
    const answer = await things.service.call("POST", path, { headers: things.admin, body: body(things) });
    if (answer.status >= 300) throw new Error(`POST ${path}: ${answer.text}`);
    return answer.body.id ?? answer.body.scan_id ?? answer.body.report_id;
  };

const window = ({ cis }: GeneratedThings) => ({ ci_ids: [cis[0]], to: "2100-01-01T00:00:00Z" });
const webhook = post("/v1/webhooks", () => ({
  name: "hook",
  url: "https://hooks.example.com/in",
  events: ["ci.deleted"],
}));
const integration = post("/v1/integrations", () => ({
  name: "desk",
  platform: "generic",
  base_url: "https://desk.example.com/changes",
  inbound: { type: "secret", header: "X-Desk-Secret", secret: "a secret of the desk" },
}));
const event = post("/v1/events", ({ cis }) => ({
  title: "t",
  severity: "low",
  source: newId(),
  affected_cis: [cis[0]],
}));

const query = { entity: "ci", filters: [{ field: "type", op: "eq", value: "server" }] };
const schedule = { name: "s", cron: "0 6 * * 1", template_id: "ci_inventory", format: "csv", enabled: false };

/** The run that is open where there is one: a second of its name is refused. */
const enrichmentRun: Make = async ({ service, admin }) => {
  const { body, text } = await service.call("POST", "/v1/enrichment/runs", {
    headers: admin,
    body: { name: "families" },
  });
  const id = body.id ?? body.error?.details?.existing_id ?? body.error?.existing_id;
  if (!id) throw new Error(`POST /v1/enrichment/runs: ${text}`);
  return id;
};
const scan = post("/v1/discovery/scan-data", () => ({
  scan_type: "agent",
  scanner_id: "s",
  timestamp: new Date().toISOString(),
  data: { discovered_hosts: [] },
}));

/** Waits until the host of a scan is parked. */
const parkedHost: Make = async (things) => {
  const { service, admin } = things;
  await post("/v1/discovery/scan-data", () => ({
    scan_type: "agent",
    scanner_id: newId(),
    timestamp: new Date().toISOString(),
    data: { discovered_hosts: [{ hostname: "localhost" }] },
  }))(things);
  for (let tries = 0; tries < 100; tries++) {
    const { body } = await service.call("GET", "/v1/discovery/parked-hosts", { headers: admin });
    if (body.data.length > 0) return body.data[0].id;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("the host was not parked");
};

/** Imports a vulnerability; returns its id. */
export async function knownCve({ app }: ServiceApp): Promise<string> {
  const id = "CVE-2024-0001";
  const record = cveRecord(id, [anyOf(criterion(cpe("a:maker:product:1.0")))]);
  await app.exposure.feeds.importCves([fileOf("cves.json", cvePage([record]))]);
  return id;
}

/** How a thing below a path is made; what the list lacks is unknown to the service, which answers 404. */
const MAKERS: readonly [RegExp, Make][] = [
  [/\/cmdb\/ci\/\{id\}\/cpe$/, post("/v1/cmdb/ci", () => ({ name: newId(), type: "software_instance" }))],
  [/\/cmdb\/ci\/\{id\}/, post("/v1/cmdb/ci", () => ({ name: newId(), type: "server" }))],
  [/\/ci\/\{ciId\}/, async ({ cis }) => cis[0]!],
  [
    /\/cmdb\/relationships\/\{id\}/,
    async (things) => {
      const target = await post("/v1/cmdb/ci", () => ({ name: newId(), type: "server" }))(things);
      const link = { type: "depends_on", source_ci: things.cis[0], target_ci: target };
      return post("/v1/cmdb/relationships", () => link)(things);
    },
  ],
  [
    /\/ai-relationships\/\{id\}/,
    async (things) => {
      const target = await post("/v1/cmdb/ci", () => ({ name: newId(), type: "server" }))(things);
      const link = { type: "uses", source_ci: things.cis[0], target_ci: target, discovered_by: "ai:evidence" };
      return post("/v1/cmdb/relationships", () => link)(things);
    },
  ],
  [/\/vulnerabilities\/\{cve\}/, ({ service }) => knownCve(service)],
  [/\/services\/\{id\}/, post("/v1/services", () => ({ name: newId() }))],
  [/\/events\/\{id\}/, event],
  [/\/maps\/\{id\}/, post("/v1/maps", ({ cis }) => ({ name: newId(), roots: [cis[0]] }))],
  [/\/queries\/\{id\}/, post("/v1/queries", () => ({ name: newId(), query }))],
  [/\/reports\/schedules\/\{id\}/, post("/v1/reports/schedules", () => schedule)],
  [/\/reports\/\{id\}/, post("/v1/reports/generate", () => ({ template_id: "ci_inventory", format: "csv" }))],
  [/\/maintenance-windows\/\{id\}/, post("/v1/maintenance-windows", window)],
  [
    /\/webhooks\/deliveries\/\{id\}/,
    async (things) => post(`/v1/webhooks/${await webhook(things)}/test`, () => ({}))(things),
  ],
  [/\/webhooks\/\{id\}/, webhook],
  [/\/integrations\/\{id\}/, integration],
  [/\/change-analyses\/\{id\}/, post("/v1/change-analyses", ({ cis }) => ({ ci_id: [cis[0]], task_node_id: newId() }))],
  [
    /\/software-mappings\/\{id\}/,
    post("/v1/software-mappings", () => ({ instance_name: newId(), software: { name: "p" } })),
  ],
  [/\/api-keys\/\{id\}/, post("/v1/auth/api-keys", () => ({ name: "k", scopes: ["cmdb.read"] }))],
  [
    /\/service-accounts\/\{id\}/,
    post("/v1/auth/service-accounts", ({ key }) => ({ name: "a", scopes: ["cmdb.read"], public_key: key })),
  ],
  [
    /\/oauth-clients\/\{id\}/,
    post("/v1/auth/oauth-clients", () => ({
      name: "c",
      redirect_uris: ["https://app.example.com/callback"],
      scopes: ["cmdb.read"],
    })),
  ],
  [
    /\/admin\/users\/\{id\}/,
    post("/v1/admin/users", () => ({ email: `${newId()}@example.com`, password: newId(), scopes: ["cmdb.read"] })),
  ],
  [/\/discovery\/tokens\/\{id\}/, post("/v1/discovery/tokens", () => ({ name: "scanner" }))],
  [/\/discovery\/scans\/\{id\}/, scan],
  [/\/discovery\/parked-hosts\/\{id\}/, parkedHost],
  [/\/discovery\/process-scan\/\{scanId\}/, scan],
  [/\/enrichment\/runs\/\{id\}/, enrichmentRun],
  [/\/ai\/jobs\/\{jobId\}/, enrichmentRun],
  [
    /\/admin\/jobs\/\{id\}/,
    ({ service }) => putJob(service.postgres, { data: { tenantId: service.tenantId }, error: "broken" }),
  ],
];

/** The things of one tenant that generated requests name, so that they reach what a handler does. */
export class GeneratedThings {
  readonly key = keyPair().publicPem;
  readonly service: ServiceApp;
  readonly admin: Record<string, string>;
  readonly cis: string[] = [];
  /** By operation: the thing in its path, until a request may have ended it. */
  private readonly made = new Map<string, string>();

  private constructor(service: ServiceApp, admin: Record<string, string>) {
    this.service = service;
    this.admin = admin;
  }

  static async create(service: ServiceApp): Promise<GeneratedThings> {
    const made = new GeneratedThings(service, await service.login());
    for (let i = 0; i < 4; i++) {
      made.cis.push(await post("/v1/cmdb/ci", () => ({ name: newId(), type: "server" }))(made));
    }
    return made;
  }

  /** The request with a thing of the operation's own in the path and existing CIs in query and body. */
  async known(place: Place, { path, query, body }: Generated): Promise<Generated> {
    const own = await this.ownOf(place);
    const names = Object.keys(path).map((name) => [
      name,
      own && /^(id|ciId|jobId|scanId|cve)$/.test(name) ? own : path[name]!,
    ]);
    return {
      path: Object.fromEntries(names),
      query: this.withCis(query) as Generated["query"],
      body: this.withCis(body),
    };
  }

  private async ownOf(place: Place): Promise<string | undefined> {
    const maker = MAKERS.find(([pattern]) => pattern.test(place.path))?.[1];
    const known = this.made.get(placeName(place));
    if (known !== undefined || !maker) return known;
    const own = await maker(this);
    if (!/^(DELETE|POST)$/.test(place.method)) this.made.set(placeName(place), own);
    return own;
  }

  /** A credential that may do everything; one of its own where the request may end it. */
  async credentialFor({ path }: Place): Promise<Record<string, string>> {
    return /^\/(v1|api)\/auth\//.test(path) ? this.service.login() : this.admin;
  }

  /** The value with every text that should name a CI replaced by the id of one; faults of another type stay. */
  private withCis(value: unknown, turn = 0): unknown {
    if (Array.isArray(value)) return value.map((one, i) => this.withCis(one, turn + i));
    if (value === null || typeof value !== "object") return value;
    let next = turn;
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => {
        if (CI_MEMBER.test(name) && isShort(inner)) return [name, this.cis[next++ % this.cis.length]];
        if (CI_LIST.test(name) && Array.isArray(inner) && inner.length <= this.cis.length && inner.every(isShort))
          return [name, inner.map((_, i) => this.cis[i])];
        return [name, this.withCis(inner, turn)];
      }),
    );
  }
}

/** A text that a document allows as the id of a CI, not one that breaks a bound. */
const isShort = (value: unknown): boolean => typeof value === "string" && value.length > 0 && value.length <= 64;
