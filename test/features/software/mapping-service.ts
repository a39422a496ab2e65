import { afterAll } from "vitest";
import { sharedServiceApp } from "../../support/service-app.ts";

/** A service with an administrator of each of two tenants, for a file with tests of software mappings; closed after these. */
export async function mappingService() {
  const service = await sharedServiceApp();
  afterAll(() => service.close());
  const admin = await service.login();
  const stranger = await service.loginElsewhere();
  const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = admin) =>
    service.call(method, path, { body, headers });
  return { service, admin, stranger, send };
}

/** The address of mappings in variant B. */
export const MAPPINGS = "/v1/software-mappings";

/** A mapping as it is sent. */
export const named = (name: string, more: object = {}) => {
  return { instance_name: name, software: { name: "Product" }, ...more };
};
