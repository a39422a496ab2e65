import { afterAll, expect } from "vitest";
import { newId } from "../../../src/platform/ids.ts";
import type { JobDefinition } from "../../../src/platform/jobs/job-ref.ts";
import { cpe } from "../../support/cve-records.ts";
import { log } from "../../support/scratch.ts";
import { type Answer, type ServiceApp, serviceApp } from "../../support/service-app.ts";
import { fileOf } from "../cpe-dictionary/support.ts";

const MATCH = "exposure.match";

/** Runs the owed matching of a tenant, as jobs do, until nothing is owed. */
export async function matchAll(service: ServiceApp, tenantId = service.tenantId): Promise<void> {
  const { exposure } = service.app;
  const job = exposure.jobs.find(({ ref }) => ref.name === MATCH) as JobDefinition;
  for (let turns = 0; ; turns++) {
    await service.changesDelivered();
    const owed = await Promise.all(exposure.owedWork.filter(({ ref }) => ref.name === MATCH).map(({ find }) => find()));
    if (!owed.flat().some((payload) => (payload as { tenantId?: string }).tenantId === tenantId)) return;
    expect(turns).toBeLessThan(500);
    await job.run({ tenantId }, { signal: AbortSignal.timeout(60_000), log });
  }
}

/** A service with an administrator, and the steps of a test: programs on servers, CVEs, answers. */
export async function exposureService(options: Parameters<typeof serviceApp>[0] = {}) {
  const service = await serviceApp(options);
  afterAll(() => service.close());
  const admin = await service.login();
  const stranger = await service.loginElsewhere();
  const send = (method: string, path: string, body?: unknown, headers = admin): Promise<Answer> =>
    service.call(method, path, { body, headers });
  const make = async (body: object): Promise<string> => {
    const made = await send("POST", "/v1/cmdb/ci", body);
    expect(made.status, made.text).toBe(201);
    return made.body.id;
  };
  const relate = async (type: string, source_ci: string, target_ci: string) => {
    const made = await send("POST", "/v1/cmdb/relationships", { type, source_ci, target_ci });
    expect(made.status, made.text).toBe(201);
    return made.body.id as string;
  };
  return {
    service,
    admin,
    stranger,
    send,
    make,
    relate,
    matchAll: (tenantId?: string) => matchAll(service, tenantId),
    importCves: async (content: unknown, name = "cves.json") =>
      (await service.app.exposure.feeds.importCves([fileOf(name, content)]))[0]!,
    importKev: (content: unknown) => service.app.exposure.feeds.importKev(fileOf("kev.json", content)),
    importEpss: (content: string) => service.app.exposure.feeds.importEpss(fileOf("epss.csv", content)),
    server: (os: Record<string, unknown> = {}, custom: Record<string, unknown> = {}) =>
      make({ name: `server ${newId()}`, type: "server", custom_fields: { os, ...custom } }),
    /** A program on a server, e.g. `a:maker:product:1.0`. */
    async program(name: string, serverId?: string, attributes: Record<string, unknown> = {}) {
      const version = name.split(":")[3];
      const found = { name: cpe(name), match: "exact", score: 1, method: "manual" };
      const id = await make({
        name: `program ${name}`,
        type: "software_instance",
        attributes: {
          cpe: found,
          ...(version && version !== "*" && { version }),
          enrichment_status: "done",
          ...attributes,
        },
      });
      if (serverId) await relate("Installed On", id, serverId);
      return id;
    },
  };
}
