import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import { hotp, stepAt } from "../../src/features/access/second-factor/totp.ts";
import type { MountedRoute } from "../../src/platform/http/mounted.ts";
import { newId } from "../../src/platform/ids.ts";
import { putJob } from "../features/jobs/support.ts";
import { assertionOf, GRANT_TYPE, keyPair } from "../support/assertions.ts";
import { fromBase32 } from "../support/base32.ts";
import { type Answer, pathOf, type ServiceApp } from "../support/service-app.ts";
import { knownCve } from "./generated-things.ts";

export interface Request {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
}

/** One call that succeeded. */
export interface Exercise {
  mounted: MountedRoute;
  request: Request;
  answer: Answer;
}

export interface Scenario {
  exercises: Exercise[];
  /** Id of a deleted resource -> id of an existing one of the same kind. */
  standIns: Map<string, string>;
  /** Ids of existing resources. */
  live: Set<string>;
}

const ADDRESS = { web: "192.0.2.10", db: "192.0.2.20" };

/** Calls every route of the application successfully, on resources of one tenant. */
export async function playScenario(service: ServiceApp): Promise<Scenario> {
  const admin = await service.login();
  const exercises: Exercise[] = [];
  const standIns = new Map<string, string>();
  const live = new Set<string>();

  const ok = async (name: string, request: Request = {}, headers = admin): Promise<Answer["body"]> => {
    const mounted = service.routes.get(name);
    if (!mounted) throw new Error(`there is no route ${name}`);
    const send = () => service.call(mounted.route.method, addressOf(mounted, request), { headers, body: request.body });
    let answer = await send();
    // Planning a statement for the first time may take seconds on a busy machine: a read is retried after Retry-After.
    for (let tries = 0; tries < 5 && answer.status === 503 && mounted.route.method === "GET"; tries++) {
      await sleep(1_000 * Number(answer.headers.get("retry-after")));
      answer = await send();
    }
    expect(answer.status, `${name}: ${answer.text}`).toBeLessThan(400);
    exercises.push({ mounted, request, answer });
    return answer.body ?? answer;
  };
  const replace = (gone: string, by: string) => {
    standIns.set(gone, by);
    live.add(by);
  };

  await logins(service, ok);
  for (const base of ["/v1", "/api"]) {
    await discoveryTokens(ok, base, replace);
    await inventory(ok, base, replace);
  }
  await apiKeys(ok, replace);
  await serviceAccounts(ok, replace);
  await oauthClients(service, ok, replace);
  await users(ok, replace);
  await administration(ok);
  await jobs(service, ok, replace);
  await bulk(ok);
  await ok("GET /v1/stream", { query: { kinds: "ci,event", max_seconds: "0" } });
  await software(ok, live);
  for (const base of ["/v1", "/api"]) await softwareMappings(ok, base, admin, replace);
  for (const base of ["/v1", "/api"]) await events(ok, base, replace);
  await services(ok, live, replace);
  await webhooks(ok, replace);
  await integrations(ok, live, replace);
  await queries(ok, replace);
  await savedMaps(ok, replace);
  await consoleSession(service, ok);
  await agents(ok);
  await questions(ok, live);
  await search(ok);
  await analyses(ok, live);
  const scan = await scans(service, ok, live);
  await processMapping(ok, live);
  await reports(ok, live, replace);
  await enrichment(ok, live, replace);
  await aiJobs(ok, live, scan);
  await ok("DELETE /v1/demo");
  await ok("GET /v1/demo");
  await ok("POST /v1/demo");
  return { exercises, standIns, live };
}

export function addressOf(mounted: MountedRoute, { params, query }: Request): string {
  const text = new URLSearchParams(query).toString();
  return pathOf(mounted, params) + (text && `?${text}`);
}

type Ok = (name: string, request?: Request, headers?: Record<string, string>) => Promise<Answer["body"]>;
type Replace = (gone: string, by: string) => void;

async function logins({ email, password }: ServiceApp, ok: Ok): Promise<void> {
  const { token, refreshToken } = await ok("POST /v1/auth/login", { body: { email, password } });
  await ok("POST /api/auth/login", { body: { username: email, password } });
  await ok("POST /v1/auth/refresh", { body: { refreshToken } });
  await secondFactor(password, ok);
  await ok("POST /v1/auth/logout", {}, { authorization: `Bearer ${token}` });
}

/** Enables and disables the second factor, since later logins send no code. */
async function secondFactor(password: string, ok: Ok): Promise<void> {
  const { secret } = await ok("POST /v1/auth/totp/enroll");
  const totpCode = hotp(fromBase32(secret), stepAt(new Date()));
  const { recovery_codes } = await ok("POST /v1/auth/totp/confirm", { body: { totp_code: totpCode } });
  await ok("DELETE /v1/auth/totp", { body: { password, totp_code: recovery_codes[0] } });
}

async function reports(ok: Ok, live: Set<string>, replace: Replace): Promise<void> {
  const body = { template_id: "ci_inventory", format: "json" };
  await ok("GET /v1/reports/templates", { query: { limit: "5", fields: "name" } });
  const doomed = await ok("POST /v1/reports/generate", { body });
  const stays = await ok("POST /v1/reports/generate", { body: { ...body, parameters: { date_range: "last_7_days" } } });
  const params = { id: stays.report_id };
  for (let status = "generating"; status === "generating"; await sleep(200)) {
    ({ status } = await ok("GET /v1/reports/{id}/status", { params }));
  }
  await ok("GET /v1/reports", { query: { limit: "1", status: "completed", created_by: "me" } });
  await ok("GET /v1/reports/{id}", { params });
  await ok("GET /v1/reports/{id}/download", { params });
  await ok("PATCH /v1/reports/{id}", { params, body: { name: "Inventory", shared: false } });
  await ok("DELETE /v1/reports/{id}", { params: { id: doomed.report_id } });
  replace(doomed.report_id, stays.report_id);
  live.add(stays.report_id);
  const schedule = { ...body, name: "Inventory", cron: "0 7 * * 1", time_zone: "Europe/Berlin" };
  const [gone, kept] = [
    await ok("POST /v1/reports/schedules", { body: schedule }),
    await ok("POST /v1/reports/schedules", { body: schedule }),
  ];
  await ok("GET /v1/reports/schedules", { query: { limit: "1" } });
  await ok("GET /v1/reports/schedules/{id}", { params: { id: kept.id } });
  await ok("PUT /v1/reports/schedules/{id}", { params: { id: kept.id }, body: { enabled: false } });
  await ok("DELETE /v1/reports/schedules/{id}", { params: { id: gone.id } });
  replace(gone.id, kept.id);
}

async function enrichment(ok: Ok, live: Set<string>, replace: Replace): Promise<void> {
  await ok("GET /v1/enrichment/schedules");
  await ok("PUT /v1/enrichment/schedules/{name}", { params: { name: "families" }, body: { cron: "5 4 * * *" } });
  const run = await ok("POST /v1/enrichment/runs", { body: { name: "families" } });
  const params = { id: run.id };
  live.add(run.id);
  await ok("GET /v1/enrichment/runs/{id}", { params });
  const doomed = await cancelledRun(ok);
  await ok("GET /v1/enrichment/runs", { query: { limit: "1", name: "families" } });
  replace(doomed.id, run.id);
}

/** A run that was cancelled before it ended, which one with nothing to do may do first. */
async function cancelledRun(ok: Ok, tries = 10): Promise<{ id: string }> {
  const run = await ok("POST /v1/enrichment/runs", { body: { name: "cpe" } });
  try {
    await ok("POST /v1/enrichment/runs/{id}/cancel", { params: { id: run.id } });
    return run;
  } catch (error) {
    if (tries === 1) throw error;
    return cancelledRun(ok, tries - 1);
  }
}

async function aiJobs(ok: Ok, live: Set<string>, scanId: string): Promise<void> {
  const { data } = await ok("POST /api/cmdb-ai/embeddings/generate", { body: { all: true } });
  const params = { jobId: data.jobId };
  live.add(data.jobId);
  const done = async () => (await ok("GET /api/ai/jobs/{jobId}", { params })).data.result !== null;
  await until(done);
  expect((await ok("GET /api/ai/jobs/{jobId}", { params })).data).toMatchObject({ status: "completed", error: null });
  await ok("POST /api/discovery/process-scan/{scanId}", { params: { scanId } });
}

async function users(ok: Ok, replace: Replace): Promise<void> {
  const newUser = () => {
    const email = `${newId()}@example.com`;
    const body = { email, password: newId(), name: "A user", scopes: ["cmdb.read"], must_change_password: false };
    return { email, body };
  };
  const [first, second] = [newUser(), newUser()];
  const doomed = await ok("POST /v1/admin/users", { body: first.body });
  const stays = await ok("POST /v1/admin/users", { body: second.body });
  await ok("GET /v1/admin/users", { query: { limit: "1", sort: "email" } });
  await ok("GET /v1/admin/users/{id}", { params: { id: stays.id } });
  await ok("PUT /v1/admin/users/{id}", { params: { id: stays.id }, body: { name: "Another name", scopes: [] } });
  const { token } = await ok("POST /v1/auth/login", { body: { email: second.email, password: second.body.password } });
  const own = { authorization: `Bearer ${token}` };
  const { secret } = await ok("POST /v1/auth/totp/enroll", {}, own);
  await ok("POST /v1/auth/totp/confirm", { body: { totp_code: hotp(fromBase32(secret), stepAt(new Date())) } }, own);
  await ok("DELETE /v1/admin/users/{id}/second-factor", { params: { id: stays.id } });
  await ok("GET /v1/auth/me", {}, own);
  const passwords = { current_password: second.body.password, new_password: newId() };
  await ok("POST /v1/auth/password", { body: passwords }, own);
  await ok("DELETE /v1/admin/users/{id}", { params: { id: doomed.id } });
  replace(doomed.id, stays.id);
}

async function administration(ok: Ok): Promise<void> {
  await ok("GET /v1/admin/settings");
  await ok("PUT /v1/admin/settings", { body: { absence_days: 20, generic_fields: { title: "alert.name" } } });
  await ok("GET /v1/admin/audit", { query: { action: "user.*", limit: "2" } });
  await ok("GET /v1/admin/audit/export", { query: { format: "csv", action: "settings.changed" } });
}

async function jobs({ postgres, tenantId }: ServiceApp, ok: Ok, replace: Replace): Promise<void> {
  const job = { data: { tenantId }, error: "broken" };
  const [stays, doomed] = [await putJob(postgres, job), await putJob(postgres, job)];
  await ok("GET /v1/admin/jobs", { query: { state: "failed", limit: "1" } });
  await ok("GET /v1/admin/jobs/{id}", { params: { id: stays } });
  await ok("POST /v1/admin/jobs/{id}/repeat", { params: { id: stays } });
  await ok("DELETE /v1/admin/jobs/{id}", { params: { id: doomed } });
  replace(doomed, stays);
}

async function queries(ok: Ok, replace: Replace): Promise<void> {
  const query = { entity: "ci", filters: [{ field: "type", op: "eq", value: "server" }], fields: ["name"], limit: 2 };
  await ok("POST /v1/query", { body: query });
  const body = { name: "Servers", description: "Two of them", query, shared: true };
  const doomed = await ok("POST /v1/queries", { body });
  const stays = await ok("POST /v1/queries", { body });
  await ok("GET /v1/queries", { query: { limit: "1" } });
  await ok("GET /v1/queries/{id}", { params: { id: stays.id } });
  await ok("PUT /v1/queries/{id}", { params: { id: stays.id }, body: { name: "All servers" } });
  await ok("POST /v1/queries/{id}/run", { params: { id: stays.id } });
  await ok("DELETE /v1/queries/{id}", { params: { id: doomed.id } });
  replace(doomed.id, stays.id);
}

async function savedMaps(ok: Ok, replace: Replace): Promise<void> {
  const { id } = await ok("POST /v1/cmdb/ci", { body: { name: `host ${newId()}`, type: "server" } });
  const body = { name: "The shop", roots: [id], filters: { types: ["server"], statuses: ["active"] } };
  const doomed = await ok("POST /v1/maps", { body });
  const stays = await ok("POST /v1/maps", {
    body: { ...body, positions: { [id]: [10, 20.5] }, view: { expanded: [id] }, shared: true },
  });
  await ok("GET /v1/maps", { query: { limit: "1", search: "shop" } });
  await ok("GET /v1/maps/{id}", { params: { id: stays.id } });
  await ok("PUT /v1/maps/{id}", { params: { id: stays.id }, body: { name: "All of the shop", group_by: "location" } });
  await ok("DELETE /v1/maps/{id}", { params: { id: doomed.id } });
  replace(doomed.id, stays.id);
}

async function consoleSession({ email, password, app }: ServiceApp, ok: Ok): Promise<void> {
  const own = { "sec-fetch-site": "same-origin" };
  await ok("POST /console/session", { body: { email, password } }, own);
  const { refreshToken } = await app.access.verbs.login({ email, password });
  const cookie = `orrery-session=${refreshToken}`;
  await ok("PUT /console/session", {}, { ...own, cookie });
  await ok("DELETE /console/session", {}, { ...own, cookie });
}

async function questions(ok: Ok, live: Set<string>): Promise<void> {
  const body = { query: "How many servers are there?", context: { time_zone: "Europe/Lisbon" } };
  const { query_id: queryId } = await ok("POST /v1/reports/ai/query", { body });
  const { data } = await ok("POST /api/reports/ai/generate", {
    body: { query: body.query, format: "json", name: "Servers" },
  });
  live.add(data.reportId);
  await ok("POST /api/ai-analytics/feedback", { body: { queryId, rating: "up", comment: "Right" } });
  await ok("GET /api/ai-analytics/dashboard", { query: { period: "7d" } });
  await ok("GET /api/ai-analytics/queries", { query: { limit: "1" } });
  await ok("GET /api/ai-analytics/optimization-recommendations", {});
  await ok("GET /api/cmdb-ai/test", {});
}

async function agents(ok: Ok): Promise<void> {
  await ok("GET /v1/agents");
  await ok("GET /v1/agents/{id}", { params: { id: "capacity-planner" } });
  const body = { query: "How many servers are there?", context: { time_range: "last_7_days", budget_limit: 0 } };
  await ok("POST /v1/agents/{id}/query", { params: { id: "capacity-planner" }, body });
  await ok("POST /mcp", { body: { jsonrpc: "2.0", id: 1, method: "tools/list" } });
}

async function search(ok: Ok): Promise<void> {
  await ok("GET /api/ai/search-semantic", { query: { q: "servers of the shop", limit: "5" } });
  const filters = { type: "server", status: ["active"] };
  await ok("POST /api/cmdb-ai/search", { body: { query: "server", limit: 5, filters } });
  const { data } = await ok("GET /v1/cmdb/ci", { query: { limit: "1" } });
  await ok("POST /api/cmdb-ai/find-related", { body: { ciId: data[0].id, limit: 5 } });
  await ok("GET /api/cmdb-ai/embeddings/status");
}

/** A connection that is proposed as a dependency, and what is said of it. */
async function analyses(ok: Ok, live: Set<string>): Promise<void> {
  const newCi = async () => idOf(await ok("POST /v1/cmdb/ci", { body: { name: `host ${newId()}`, type: "server" } }));
  const [app, db, cache] = [await newCi(), await newCi(), await newCi()];
  const connect = (target_ci: string, port: number, target_process: string) => {
    const attributes = { port, protocol: "tcp", source_process: "java", target_process };
    return ok("POST /v1/cmdb/relationships", { body: { type: "Connected To", source_ci: app, target_ci, attributes } });
  };
  await connect(db, 5432, "postgres");
  await connect(cache, 6379, "redis-server");
  await ok("POST /api/ai/analyze", { body: { text: "192.0.2.10 is slow since 2026-01-01", context: "an alert" } });
  await ok("POST /api/holidays/generate", { body: { country: "DE", region: "DE-BY", year: 2026, language: "en" } });
  await ok("POST /api/ai/generate-insights", { body: { type: "server", limit: 1 } });
  await ok("POST /api/cmdb-ai/insights/{ciId}", { params: { ciId: app } });
  await ok("POST /api/ai-relationships/analyze", { body: { ciIds: [app] } });
  const found = await ok("POST /api/ai/discover-relationships", { body: { ciIds: [app], minConfidence: 0.5 } });
  const [first, second] = (found.data.proposals as { id: string }[]).map(({ id }) => id);
  await ok("PUT /api/ai-relationships/{id}/confidence", { params: { id: first! }, body: { confidence: 0.9 } });
  const feedback = { relationshipId: first, verdict: "confirm", comment: "It is so" };
  await ok("POST /api/ai-relationships/feedback", { body: feedback });
  await ok("GET /api/ci/{ciId}/ai-relationships", { params: { ciId: app }, query: { limit: "5" } });
  for (const id of [app, db, first!, second!]) live.add(id);
}

async function apiKeys(ok: Ok, replace: Replace): Promise<void> {
  const body = { name: "reader", scopes: ["cmdb.read"], expiresIn: "1d" };
  const doomed = await ok("POST /v1/auth/api-keys", { body });
  const stays = await ok("POST /v1/auth/api-keys", { body: { ...body, description: "reads" } });
  await ok("GET /v1/auth/api-keys", { query: { limit: "1", sort: "name" } });
  await ok("GET /v1/auth/api-keys/{id}", { params: { id: stays.id } });
  await ok("DELETE /v1/auth/api-keys/{id}", { params: { id: doomed.id } });
  replace(doomed.id, stays.id);
}

async function serviceAccounts(ok: Ok, replace: Replace): Promise<void> {
  const program = keyPair();
  const body = { name: "nightly import", scopes: ["cmdb.read"], public_key: program.publicPem };
  const doomed = await ok("POST /v1/auth/service-accounts", { body });
  const stays = await ok("POST /v1/auth/service-accounts", { body });
  await ok("GET /v1/auth/service-accounts", { query: { limit: "1", sort: "name" } });
  const assertion = assertionOf(stays.id, "http://orrery.example.com", program);
  const form = new URLSearchParams({ grant_type: GRANT_TYPE, assertion }).toString();
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  await ok("POST /v1/auth/service-account/token", { body: form }, headers);
  await ok("DELETE /v1/auth/service-accounts/{id}", { params: { id: doomed.id } });
  replace(doomed.id, stays.id);
}

const FORM = { "content-type": "application/x-www-form-urlencoded" };

/** The OAuth client is not shared with other requests: its owner matters to every caller. */
async function oauthClients(service: ServiceApp, ok: Ok, replace: Replace): Promise<void> {
  const redirect_uri = "https://app.example.com/callback";
  const body = { name: "inventory app", redirect_uris: [redirect_uri], scopes: ["cmdb.read"] };
  const doomed = await ok("POST /v1/auth/oauth-clients", { body });
  const stays = await ok("POST /v1/auth/oauth-clients", { body: { ...body, public: true } });
  await ok("GET /v1/auth/oauth-clients", { query: { limit: "1", sort: "name" } });
  await ok("GET /v1/auth/oauth-clients/{id}", { params: { id: stays.id } });
  await ok("DELETE /v1/auth/oauth-clients/{id}", { params: { id: doomed.id } });
  replace(doomed.id, stays.id);
  const { client_id, client_secret } = await ok("POST /v1/auth/oauth-clients", { body });
  const client = { client_id, client_secret };
  const query = { client_id, redirect_uri, response_type: "code", state: "s" };
  await ok("GET /.well-known/oauth-authorization-server");
  const post = (name: string, fields: Record<string, string>, cookie = {}) =>
    ok(name, { body: new URLSearchParams(fields).toString() }, { ...FORM, ...cookie });
  const granted = async () => {
    const code = await consent(service, ok, query, post);
    const tokens = await post("POST /oauth/token", { grant_type: "authorization_code", code, redirect_uri, ...client });
    const { data } = await ok("GET /v1/auth/oauth-grants", { query: { limit: "1" } });
    return { id: (data as { id: string }[])[0]?.id ?? "", token: tokens.refresh_token as string };
  };
  await post("POST /oauth/revoke", { token: (await granted()).token, ...client });
  const goes = await granted();
  await ok("DELETE /v1/auth/oauth-grants/{id}", { params: { id: goes.id } });
  replace(goes.id, (await granted()).id);
}

/** Passes login and consent pages and returns the code. */
async function consent(
  { email, password }: ServiceApp,
  ok: Ok,
  query: Record<string, string>,
  post: (name: string, fields: Record<string, string>, cookie?: Record<string, string>) => Promise<Answer["body"]>,
): Promise<string> {
  const cookieOf = (answer: Answer) => ({ cookie: answer.headers.get("set-cookie")?.split(";")[0] ?? "" });
  const open = async (cookie = {}): Promise<Answer> => ok("GET /oauth/authorize", { query }, cookie);
  const idOn = ({ text }: Answer) => /name="interaction" value="(\w+)"/.exec(text)?.[1] ?? "";
  const login = await open();
  const led: Answer = await post("POST /oauth/login", { interaction: idOn(login), email, password }, cookieOf(login));
  const interaction = idOn(await open(cookieOf(led)));
  const answer: Answer = await post("POST /oauth/consent", { interaction, decision: "allow" }, cookieOf(led));
  return new URL(answer.headers.get("location") ?? "").searchParams.get("code") ?? "";
}

async function discoveryTokens(ok: Ok, base: string, replace: Replace): Promise<void> {
  const path = `${base}/discovery/tokens`;
  const made = async () => idOf(await ok(`POST ${path}`, { body: { name: "scanner", expires_in: "P1D" } }));
  const [doomed, stays] = [await made(), await made()];
  await ok(`GET ${path}`, { query: { fields: "name" } });
  await ok(`GET ${path}`);
  await ok(`GET ${path}/{id}`, { params: { id: stays } });
  await ok(`DELETE ${path}/{id}`, { params: { id: doomed } });
  replace(doomed, stays);
}

/** CIs and relationships in both variants. */
async function inventory(ok: Ok, base: string, replace: Replace): Promise<void> {
  const [cis, links] = [`${base}/cmdb/ci`, `${base}/cmdb/relationships`];
  const newCi = async (more: object = {}) =>
    idOf(await ok(`POST ${cis}`, { body: { name: `ci ${newId()}`, type: "Virtual Machine", ...more } }));
  const details = { attributes: { os: "Debian 13", cpu_cores: 4 }, custom_fields: { owner_team: "web" } };
  const [web, db, doomed] = [await newCi(details), await newCi({ description: "keeps data" }), await newCi()];
  const link = { type: "depends_on", source_ci: web, attributes: { port: 5432, protocol: "tcp" } };
  const stays = idOf(await ok(`POST ${links}`, { body: { ...link, target_ci: db } }));
  const goes = idOf(await ok(`POST ${links}`, { body: { ...link, target_ci: db, type: "Backed up by" } }));
  await ok(`POST ${links}`, { body: { ...link, target_ci: doomed, confidence: 0.5, discovered_by: "import" } });
  await ok(`GET ${cis}`, { query: { limit: "2", type: "virtual_machine,server", status: "active" } });
  await ok(`GET ${cis}`, { query: { fields: "name,status", search: "ci" } });
  await ok(`GET ${cis}/{id}`, { params: { id: web } });
  await ok(`PUT ${cis}/{id}`, { params: { id: web }, body: { status: "maintenance", attributes: { location: null } } });
  await ok(`GET ${links}`);
  await ok(`GET ${links}`, { query: { source_ci: web, target_ci: db, type: "DEPENDS ON" } });
  await ok(`GET ${links}`, { query: { ci_id: doomed, limit: "1" } });
  await ok(`GET ${links}/{id}`, { params: { id: stays } });
  await ok(`PUT ${links}/{id}`, { params: { id: stays }, body: { attributes: { criticality: "high" } } });
  await ok(`DELETE ${links}/{id}`, { params: { id: goes } });
  await ok(`DELETE ${cis}/{id}`, { params: { id: doomed } });
  if (base === "/v1") {
    await ok(`POST ${cis}/{id}/restore`, { params: { id: doomed } });
    await ok(`DELETE ${cis}/{id}`, { params: { id: doomed } });
    await ok("GET /v1/cmdb/deleted-ci", { query: { limit: "1", type: "virtual_machine", name: "ci" } });
    await ok(`GET ${cis}/{id}/history`, { params: { id: web } });
    await ok("GET /v1/cmdb/relationship-types");
    await ok("PUT /v1/cmdb/relationship-types/{name}", { params: { name: "backed-up by" }, body: { failure: "both" } });
  }
  replace(goes, stays);
  replace(doomed, db);
  replace("", web);
}

/** CRUD, import and export of mappings, and use of a built-in one. */
async function softwareMappings(ok: Ok, base: string, admin: Record<string, string>, replace: Replace): Promise<void> {
  const path = `${base}/software-mappings`;
  const made = async (more: object = {}) =>
    idOf(
      await ok(`POST ${path}`, {
        body: { instance_name: `Program ${newId()}`, software: { name: "Program", vendor: "Example" }, ...more },
      }),
    );
  const full = {
    instance_patterns: ["^program \\d"],
    family: { name: "Utilities" },
    process_names: { linux: ["progd"] },
  };
  const [doomed, stays] = [await made(), await made({ ...full, windows_services: ["ProgSvc"], status: "pending" })];
  await ok(`GET ${path}`, { query: { limit: "2", status: "active", search: "program example" } });
  await ok(`GET ${path}`, { query: { source: "system", family: "Browsers", limit: "3" } });
  await ok(`GET ${path}`, { query: { fields: "status" } });
  await ok(`GET ${path}/{id}`, { params: { id: stays } });
  await ok(`PUT ${path}/{id}`, { params: { id: stays }, body: { status: "review", notes: "looked at" } });
  await ok(`POST ${path}/{id}/verify`, { params: { id: stays } });
  await ok(`DELETE ${path}/{id}`, { params: { id: doomed } });
  const file = `instance_name,software_name\r\nProgram ${newId()},Program\r\n,\r\n`;
  await ok(`POST ${path}/import`, { body: file }, { ...admin, "content-type": "text/csv" });
  await ok(`GET ${path}/export`, { query: { format: "csv" } });
  replace(doomed, stays);
}

async function bulk(ok: Ok): Promise<void> {
  const items = [1, 2].map((n) => ({ name: `bulk ${n} ${newId()}`, type: "server" }));
  const cis = await ok("POST /v1/cmdb/ci/bulk", { body: { mode: "atomic", items } });
  const [source_ci, target_ci] = (cis.results as { id: string }[]).map(({ id }) => id);
  const links = [{ type: "runs_on", source_ci, target_ci }, { type: "uses" }];
  await ok("POST /v1/cmdb/relationships/bulk", { body: { mode: "per_item", items: links } });
}

async function software(ok: Ok, live: Set<string>): Promise<void> {
  const items = [
    { name: "7-Zip 23.01 (x64)", vendor: "Igor Pavlov", version: "23.01", platform: "windows_program" },
    { name: "example", cpe_name: "cpe:2.3:a:example:example:1.0:*:*:*:*:*:*:*" },
    { name: "zz unheard of", vendor: null, cpe_name: "cpe:nonsense" },
  ];
  await ok("POST /v1/software/identify", { body: { items } });
  const { id } = await ok("POST /v1/cmdb/ci", { body: { name: `nginx ${newId()}`, type: "software_instance" } });
  live.add(id);
  await ok("GET /v1/cmdb/ci/{id}/cpe", { params: { id } });
  const name = "cpe:2.3:a:nginx:nginx:1.25.3:*:*:*:*:*:*:*";
  await ok("PUT /v1/cmdb/ci/{id}/cpe", { params: { id }, body: { name } });
}

/** Process mappings of the discovered software. */
async function processMapping(ok: Ok, live: Set<string>): Promise<void> {
  const run = "/api/cmdb-settings/process-mapping/run";
  await ok("GET /api/cmdb-settings/process-mapping/analyze");
  await ok("GET /api/process-application-mapping/unmapped-stats");
  await ok("POST /v1/cmdb/ci", { body: { name: `Zorble Ledger ${newId()}`, type: "software" } });
  const path = "/api/process-identification";
  const { data } = await ok(`GET ${path}/software-without-processes`, { query: { limit: "1", sort: "-createdAt" } });
  const softwareId = (data as { softwareId: string }[])[0]?.softwareId ?? "";
  live.add(softwareId);
  await ok(`GET ${path}/process-names/{softwareId}`, { params: { softwareId } });
  await ok(`POST ${path}/identify/{softwareId}`, { params: { softwareId } });
  await ok(`POST ${path}/bulk-identify`, { body: { softwareIds: [softwareId] } });
  await ok("POST /api/process-application-mapping/apply", { body: { dryRun: true, limit: 10 } });
  const started = await ok(`POST ${run}`, { body: { mode: "all" } });
  const params = { jobId: (started as { data: { jobId: string } }).data.jobId };
  live.add(params.jobId);
  const done = async () => (await ok(`GET ${run}/{jobId}`, { params })).data.status === "completed";
  for (let tries = 0; !(await done()) && tries < 300; tries++) await sleep(100);
  await ok("GET /api/cmdb-settings/software-families");
}

/**
 * An event that is reported, repeated, changed in status and listed; one that its source resolves; maintenance of its
 * CI.
 */
async function events(ok: Ok, base: string, replace: Replace): Promise<void> {
  const reporting = base === "/v1" ? "POST /v1/events" : "POST /api/events/ingest";
  const ci = idOf(await ok(`POST ${base}/cmdb/ci`, { body: { name: `ci ${newId()}`, type: "server" } }));
  const said = { title: "Disk almost full", severity: "high", source: `probe ${newId()}`, source_id: "disk /" };
  const body = { ...said, affected_cis: [ci], metrics: { used_percent: 96 }, context: { labels: { Team: "db" } } };
  const id = idOf(await ok(reporting, { body }));
  await ok(reporting, { body: { ...said, description: "still", occurred_at: new Date().toISOString() } });
  await ok(reporting, {
    body: { title: "t", severity: "low", source: "probe", hostname: "nowhere", ip_address: "::1" },
  });
  await ok(`GET ${base}/events/{id}`, { params: { id } });
  await ok(`PATCH ${base}/events/{id}/status`, { params: { id }, body: { status: "acknowledged", comment: "on it" } });
  await ok(`GET ${base}/events`, { query: { limit: "1" } });
  await ok(`GET ${base}/events`, {
    query: { status: "open,acknowledged", severity: "high", ci_id: ci, source: said.source },
  });
  await ok(`GET ${base}/events`, { query: { from: "2020-01-01", to: "2100-01-01", fields: "title,status" } });
  replace("", id);
  replace("", ci);
  if (base === "/api") {
    const told = { title: "Backup failed", severity: "P1", source_id: newId(), hostname: "file1" };
    await ok("POST /api/events/webhook/{source}", { params: { source: "generic" }, body: told });
    await ok("POST /api/events/webhook/{source}", { params: { source: "generic" }, body: { ...told, status: "ok" } });
    await ok("POST /api/events/webhook/{source}", { params: { source: "prometheus" }, body: { alerts: [{}] } });
    return;
  }
  await ok("GET /v1/events/{id}/history", { params: { id } });
  await ok("GET /v1/events/{id}/correlations", { params: { id } });
  await incidents(ok, id, replace);
  await maintenance(ok, ci, replace);
}

/** Waits until the workers have put the event into an incident. */
async function incidents(ok: Ok, eventId: string, replace: Replace): Promise<void> {
  type Listed = { data: { id: string; event_ids: string[] }[] };
  const find = async () =>
    ((await ok("GET /v1/incidents")) as Listed).data.find((one) => one.event_ids.includes(eventId));
  let found: Listed["data"][number] | undefined;
  await until(async () => {
    found = await find();
    return found !== undefined;
  });
  const id = found?.id ?? "";
  await ok("GET /v1/incidents", {
    query: { status: "open,resolved", severity: "high", sort: "last_seen", order: "asc" },
  });
  await ok("GET /v1/incidents/{id}", { params: { id } });
  replace("", id);
}

async function maintenance(ok: Ok, ci: string, replace: Replace): Promise<void> {
  const window = { ci_ids: [ci], to: new Date(Date.now() + 3_600_000).toISOString() };
  const doomed = idOf(await ok("POST /v1/maintenance-windows", { body: { ...window, reason: "patches" } }));
  const stays = idOf(await ok("POST /v1/maintenance-windows", { body: { ...window, from: "2026-01-01T00:00:00Z" } }));
  await ok("GET /v1/maintenance-windows", { query: { limit: "1" } });
  await ok("GET /v1/maintenance-windows", { query: { ci_id: ci } });
  await ok("GET /v1/maintenance-windows/{id}", { params: { id: stays } });
  await ok("DELETE /v1/maintenance-windows/{id}", { params: { id: doomed } });
  replace(doomed, stays);
}

/** No sender runs here: deliveries stay queued. */
async function webhooks(ok: Ok, replace: Replace): Promise<void> {
  const body = { name: "chat", url: "https://hooks.example.com/in", events: ["ci.created", "event.created"] };
  const doomed = idOf(await ok("POST /v1/webhooks", { body }));
  const stays = idOf(await ok("POST /v1/webhooks", { body: { ...body, headers: { "X-Team": "core" }, active: true } }));
  await ok("GET /v1/webhooks", { query: { limit: "1", order: "asc" } });
  await ok("GET /v1/webhooks/{id}", { params: { id: stays } });
  await ok("PUT /v1/webhooks/{id}", { params: { id: stays }, body: { name: "chat of the core team" } });
  await ok("POST /v1/webhooks/{id}/rotate-secret", { params: { id: stays } });
  const delivery = idOf(await ok("POST /v1/webhooks/{id}/test", { params: { id: stays } }));
  await ok("GET /v1/webhooks/{id}/deliveries", { params: { id: stays }, query: { status: "pending", limit: "1" } });
  await ok("POST /v1/webhooks/deliveries/{id}/redeliver", { params: { id: delivery } });
  await ok("DELETE /v1/webhooks/{id}", { params: { id: doomed } });
  replace(doomed, stays);
  replace("", delivery);
}

async function integrations(ok: Ok, live: Set<string>, replace: Replace): Promise<void> {
  const inbound = { type: "secret", header: "X-Desk-Secret", secret: "a secret of the desk" };
  const body = { name: "desk", platform: "generic", base_url: "https://desk.example.com/changes", inbound };
  const doomed = idOf(await ok("POST /v1/integrations", { body }));
  const account = { account: "wdc", account_url: "https://wdc.example.com", table: "u_change", active: true };
  const credentials = { type: "basic", username: "orrery", password: "a password of the desk" };
  const fields = { field_map: { ai_summary: "summary", ai_insights: null }, rich_text: ["summary"] };
  const stays = idOf(await ok("POST /v1/integrations", { body: { ...body, ...account, ...fields, credentials } }));
  await ok("GET /v1/integrations", { query: { limit: "1", order: "asc" } });
  await ok("GET /v1/integrations/{id}", { params: { id: stays } });
  await ok("PUT /v1/integrations/{id}", { params: { id: stays }, body: { name: "desk of the core team" } });
  await ok("POST /v1/integrations/{id}/test", { params: { id: stays } });
  const report = "POST /api/integrations/{itsm}/webhook/{configId}/change-analysis";
  const address = { itsm: "generic", configId: stays };
  const proof = { "x-desk-secret": inbound.secret };
  const payload = { ci_name: ["web.example.com"], task_node_id: newId(), change_fields: { priority: "high" } };
  await ok(report, { params: address, body: { event: "automation_rule", payload } }, proof);
  await ok("DELETE /v1/integrations/{id}", { params: { id: doomed } });
  replace(doomed, stays);
  live.add(await changeAnalyses(ok, stays, inbound));
}

async function changeAnalyses(
  ok: Ok,
  integration: string,
  inbound: { header: string; secret: string },
): Promise<string> {
  const payload = {
    ci_id: [newId()],
    ci_name: ["web01"],
    change_note: ["Update the kernel"],
    task_node_id: "CTASK0010001",
    change_fields: {
      priority: "high",
      category: "normal",
      planned_start: "2026-02-07T22:00:00.000Z",
      planned_end: "2026-02-07T23:30:00.000Z",
    },
  };
  const inboundPath = { itsm: "generic", configId: integration };
  await ok(
    "POST /api/integrations/{itsm}/webhook/{configId}/change-analysis",
    { params: inboundPath, body: { event: "change.created", payload } },
    { [inbound.header]: inbound.secret },
  );
  const analysis = await ok("POST /v1/change-analyses", { body: { ...payload, integration_id: integration } });
  const params = { id: analysis.id };
  await ok("POST /v1/change-analyses", { query: { dry_run: "true" }, body: { ...payload, integration_id: null } });
  await ok("POST /v1/change-analyses/{id}/outcome", { params, body: { succeeded: false, incidents: 1 } });
  for (let status = "queued"; status !== "completed"; await sleep(200)) {
    ({ status } = await ok("GET /v1/change-analyses/{id}", { params }));
  }
  await ok("GET /v1/change-analyses", { query: { limit: "1", status: "completed" } });
  await ok("GET /v1/change-analyses/backtest");
  return analysis.id;
}

/** A host with every field that a scan can report. */
function host(name: "web" | "db") {
  const [own, other] = name === "web" ? [ADDRESS.web, ADDRESS.db] : [ADDRESS.db, ADDRESS.web];
  const mac = name === "web" ? "00:1b:21:3a:4b:01" : "00:1b:21:3a:4b:02";
  return {
    hostname: `${name}.example.com`,
    ip_address: own,
    mac_address: mac,
    open_ports: [22, 5432],
    os: { name: "Debian GNU/Linux 13", family: "linux" },
    hardware: { serial_number: `sn-${newId()}`, cpu_cores: 4, memory_gb: 16 },
    disks: [{ name: "/dev/sda", mount_point: "/", size_gb: 100, free_gb: 40 }],
    user_accounts: [{ name: "root", uid: 0, admin: true }],
    network_adapters: [{ name: "eth0", mac_address: mac, ip_addresses: [own], up: true }],
    processes: [{ pid: 700, name: "postgres", user: "postgres" }],
    installed_applications: [{ name: "PostgreSQL", vendor: "PGDG", version: "17.2" }],
    network_connections: [
      {
        protocol: "tcp",
        local_address: "0.0.0.0",
        local_port: 5432,
        state: "LISTEN",
        pid: 700,
        process_name: "postgres",
      },
      {
        protocol: "tcp",
        local_address: own,
        local_port: 40_001,
        remote_address: other,
        remote_port: 5432,
        state: "ESTABLISHED",
        process_name: "app",
      },
    ],
  };
}

/** Business services and their maps. */
async function services(ok: Ok, live: Set<string>, replace: Replace): Promise<void> {
  const newCi = async () =>
    idOf(await ok("POST /v1/cmdb/ci", { body: { name: `ci ${newId()}`, type: "application" } }));
  const [web, db] = [await newCi(), await newCi()];
  const newService = async (ci: string) => {
    const components = [{ ci_id: ci, role: "frontend", criticality: "high", redundancy_group: "web" }];
    const sla = { availability: 99.9, response_time: 200 };
    const body = { name: `service ${newId()}`, criticality: "critical", sla, components };
    return idOf(await ok("POST /v1/services", { body }));
  };
  const [doomed, stays] = [await newService(web), await newService(web)];
  await ok("GET /v1/services", { query: { limit: "2", status: "active", sort: "name" } });
  await ok("GET /v1/services", { query: { fields: "health", search: "service" } });
  await ok("GET /v1/services/{id}", { params: { id: stays } });
  await ok("GET /v1/services/{id}/exposure", { params: { id: stays }, query: { top: "3" } });
  await ok("PUT /v1/services/{id}", { params: { id: stays }, body: { description: "sells", criticality: "low" } });
  const components = [{ ci_id: web }, { ci_id: db, role: "database" }];
  await ok("PUT /v1/services/{id}/components", { params: { id: stays }, body: { components } });
  await ok("GET /v1/services/{id}/dependencies", { params: { id: stays } });
  await ok("GET /v1/services/{id}/dependency-map.svg", { params: { id: stays }, query: { depth: "2" } });
  live.add(web);
  await ok("GET /v1/cmdb/ci/{id}/dependency-map.svg", { params: { id: web } });
  await ok("DELETE /v1/services/{id}", { params: { id: doomed } });
  replace(doomed, stays);
}

/** Returns the id of a completed scan. */
async function scans(service: ServiceApp, ok: Ok, live: Set<string>): Promise<string> {
  const submission = (scanner: string) => ({
    scan_type: "full",
    scanner_id: scanner,
    timestamp: new Date().toISOString(),
    data: { discovered_hosts: [host("web"), host("db"), { hostname: "localhost" }] },
  });
  const body = submission("scanner-b");
  await ok("POST /v1/discovery/scan-data", { query: { dry_run: "true" }, body });
  const { scan_id: id } = await ok("POST /v1/discovery/scan-data", { body });
  live.add(id);
  const camel = { scanType: "full", scannerId: "scanner-a", timestamp: body.timestamp, data: { discoveredHosts: [] } };
  await ok("POST /api/discovery/scan-data", { query: { dry_run: "true" }, body: submission("scanner-a") });
  await ok("POST /api/discovery/scan-data", { body: camel });
  const done = async () => (await ok("GET /v1/discovery/scans/{id}", { params: { id } })).status !== "running";
  await until(done);
  const scan = await ok("GET /v1/discovery/scans/{id}", { params: { id } });
  expect(scan).toMatchObject({ status: "completed", hosts: { total: 3, processed: 2, parked: 1, failed: 0 } });
  await ok("GET /v1/discovery/scans", { query: { scanner_id: "scanner-b", status: "completed" } });
  await ok("GET /v1/discovery/scans", { query: { limit: "1" } });
  await ok("GET /api/discovery/scan-data", { query: { limit: "2" } });
  const ci = (scan.results as { ci_id: string }[])[1]?.ci_id ?? "";
  live.add(ci);
  const [parked] = (await ok("GET /v1/discovery/parked-hosts", { query: { limit: "1" } })).data as { id: string }[];
  const ofParked = { params: { id: parked?.id ?? "" } };
  live.add(ofParked.params.id);
  await ok("PUT /v1/discovery/parked-hosts/{id}/decision", { ...ofParked, body: { ci_id: null } });
  await ok("GET /v1/discovery/parked-hosts", { query: { decided: "true" } });
  await ok("DELETE /v1/discovery/parked-hosts/{id}/decision", ofParked);
  await ok("GET /v1/cmdb/ci/{id}/sightings", { params: { id: ci } });
  await ok("GET /v1/cmdb/ci/{id}/history", { params: { id: ci } });
  await ok("GET /v1/cmdb/ci/{id}/provenance", { params: { id: ci } });
  await ok("GET /v1/summary");
  await ok("GET /v1/graph", { query: { roots: ci, depth: "1", types: "server,application", limit: "50" } });
  await ok("GET /v1/graph/path", { query: { from: ci, to: ci, max_hops: "3" } });
  await ok("GET /v1/cmdb/ci/{id}/impact", { params: { id: ci }, query: { depth: "3", include_software: "true" } });
  await ok("GET /v1/cmdb/ci/{id}", { params: { id: ci } });
  await ok("GET /v1/cmdb/ci/{id}/vulnerabilities", { params: { id: ci }, query: { kev: "true" } });
  await ok("GET /v1/cmdb/ci/{id}/sbom", { params: { id: ci } });
  await ok("GET /v1/vulnerabilities", { query: { severity: "critical,high", epss_min: "0.5" } });
  await ok("GET /v1/vulnerabilities", { query: { sort: "priority", order: "desc" } });
  const cve = await knownCve(service);
  await ok("GET /v1/vulnerabilities/{cve}", { params: { cve } });
  const decision = { ci_id: ci, decision: "mitigated", reason: "The port is closed." };
  await ok("PUT /v1/vulnerabilities/{cve}/decisions", { params: { cve }, body: decision });
  await ok("DELETE /v1/vulnerabilities/{cve}/decisions", { params: { cve }, query: { ci_id: ci } });
  for (const kind of ["disks", "user-accounts", "network-connections", "network-adapters", "processes"]) {
    await ok("GET /v1/cmdb/ci/{id}/records/{kind}", { params: { id: ci, kind } });
  }
  await ok("GET /v1/cmdb/ci/{id}/records/{kind}", { params: { id: ci, kind: "installed-applications" } });
  await ok("GET /v1/cmdb/ci/{id}/insights", { params: { id: ci } });
  await ok("GET /v1/cmdb/insights", { query: { limit: "1", criticality: "high" } });
  for (const base of ["/v1/api", "/api"]) {
    await ok(`GET ${base}/ci/{ciId}/process-connections`, { params: { ciId: ci } });
    await ok(`GET ${base}/ci/{ciId}/listening-process/{port}`, { params: { ciId: ci, port: "5432" } });
    await ok(`GET ${base}/ci/{ciId}/listening-process/{port}`, { params: { ciId: ci, port: "1" } });
    await ok(`GET ${base}/ci/find-by-ip/{ip}`, { params: { ip: ADDRESS.db } });
    await ok(`GET ${base}/ci/find-by-ip/{ip}`, { params: { ip: "203.0.113.250" } });
    await ok(`GET ${base}/debug/find-ci-by-ip/{ip}`, { params: { ip: ADDRESS.db } });
  }
  return id;
}

/** Waits for work in the background: on a busy machine for a minute and more. */
async function until(done: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 120_000;
  while (!(await done())) {
    if (performance.now() > deadline) throw new Error("work in the background did not end");
    await sleep(100);
  }
}

function idOf(body: { id?: string; _id?: string; data?: { _id?: string; id?: string } }): string {
  const id = body.id ?? body._id ?? body.data?._id ?? body.data?.id;
  if (!id) throw new Error(`no id in ${JSON.stringify(body)}`);
  return id;
}
