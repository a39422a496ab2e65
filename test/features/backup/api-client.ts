import { expect } from "vitest";
import type { App } from "../../../src/app.ts";
import type { OpenApiDocument, Operation } from "../../../src/platform/http/openapi/document.model.ts";
import { placesOf } from "../../support/api-document.ts";

// biome-ignore lint/suspicious/noExplicitAny: bodies are compared as a whole
export type Body = any;

/** Calls of one credential at one service. */
export function apiClient(service: Pick<App, "http">, headers: Record<string, string>) {
  const call = async (method: string, path: string, body?: object): Promise<{ status: number; body: Body }> => {
    const response = await service.http.request(path, {
      method,
      headers: { ...headers, ...(body && { "content-type": "application/json" }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const isJson = response.headers.get("content-type")?.startsWith("application/json") ?? false;
    return { status: response.status, body: isJson ? await response.json() : await response.text() };
  };
  const ok = async (method: string, path: string, body?: object): Promise<Body> => {
    const answer = await call(method, path, body);
    expect(answer.status, `${method} ${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(300);
    return answer.body;
  };
  return {
    ok,
    /** The record, or null where there is none, or none of the kind (the CPE name of a server). */
    async find(path: string): Promise<Body | null> {
      const { status, body } = await call("GET", path);
      if (status === 404 || status === 409) return null;
      expect(status, JSON.stringify(body)).toBe(200);
      return body;
    },
  };
}

export type ApiClient = ReturnType<typeof apiClient>;

/** What changes while nobody does anything, reports without data of their own, and what ends only when its reader leaves. */
const NOT_RECORDS = /\/(jobs|export|sbom|stream|summary|openapi\.json)$|^\/oauth\/|^\/\.well-known\//;

/**
 * Every record that variant B shows the caller, by address: each list, each thing in it, and what lies below a CI or an
 * event. Throws for a list of more than a page.
 */
export async function allRecords(api: ApiClient): Promise<Map<string, Body>> {
  const document = (await api.ok("GET", "/v1/openapi.json")) as OpenApiDocument;
  // Graphs and paths are computed for the CIs that a query must name: of things that are read here by themselves.
  const isAnswer = ({ parameters = [] }: Operation) => parameters.some((one) => one.in === "query" && one.required);
  const paths = placesOf(document).flatMap(({ method, path, operation }) =>
    method === "GET" && !NOT_RECORDS.test(path) && path.startsWith("/v1/") && !isAnswer(operation) ? [path] : [],
  );
  const found = new Map<string, Body>();
  const read = async (path: string) => {
    // The built-in mappings are the program's own.
    const own = path === "/v1/software-mappings" ? "&source=manual" : "";
    const body = await api.find(`${path}?limit=100${own}`);
    if (body === null) return [];
    found.set(path, body);
    const items = (Array.isArray(body.data) && body.pagination ? body.data : []) as { id?: string }[];
    if (items.length > 0) expect(body.pagination.pages, path).toBe(1);
    return items;
  };
  const KINDS = ["disks", "network-connections", "processes", "installed-applications"];
  for (const list of paths.filter((path) => !path.includes("{"))) {
    for (const { id } of await read(list)) {
      const below = paths.filter((path) => path.startsWith(`${list}/{id}`) && !path.endsWith(".svg"));
      for (const path of below) {
        const own = path.replace("{id}", String(id));
        for (const kind of own.includes("{kind}") ? KINDS : [""]) await read(own.replace("{kind}", kind));
      }
    }
  }
  return found;
}
