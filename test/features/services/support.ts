import { expect } from "vitest";
import { newId } from "../../../src/platform/ids.ts";
import { type Answer, type ServiceApp, sharedServiceApp } from "../../support/service-app.ts";

type Body = Answer["body"];

/** The whole application, and the few calls that tests of services are made of. */
export async function servicesWorld() {
  const http: ServiceApp = await sharedServiceApp();
  const headers = await http.login();
  const call = (method: string, path: string, body?: unknown, more: Record<string, string> = {}) =>
    http.call(method, path, { headers: { ...headers, ...more }, ...(body !== undefined && { body }) });
  const ok = async (method: string, path: string, body?: unknown, more: Record<string, string> = {}): Promise<Body> => {
    const answer = await call(method, path, body, more);
    expect(answer.status, `${method} ${path}: ${answer.text}`).toBeLessThan(300);
    return answer.body;
  };
  return {
    http,
    headers,
    call,
    ok,
    ci: async (fields: object = {}): Promise<string> =>
      (await ok("POST", "/v1/cmdb/ci", { name: `ci ${newId()}`, type: "server", ...fields })).id,
    link: async (type: string, source: string, target: string, attributes: object = {}): Promise<string> =>
      (await ok("POST", "/v1/cmdb/relationships", { type, source_ci: source, target_ci: target, attributes })).id,
    service: (components: (string | object)[] = [], fields: object = {}): Promise<Body> =>
      ok("POST", "/v1/services", {
        name: `service ${newId()}`,
        components: components.map((one) => (typeof one === "string" ? { ci_id: one } : one)),
        ...fields,
      }),
    event: async (ciId: string, severity: string): Promise<string> =>
      (await ok("POST", "/v1/events", { title: "trouble", severity, source: "test", affected_cis: [ciId] })).id,
    health: async (id: string): Promise<Body> => (await ok("GET", `/v1/services/${id}`)).health,
  };
}

export type ServicesWorld = Awaited<ReturnType<typeof servicesWorld>>;
