import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type ServiceApp, serviceApp } from "../../support/service-app.ts";
import { EventStream } from "./event-stream.ts";

type Headers = Record<string, string>;

let service: ServiceApp;
let admin: Headers;
const open: EventStream[] = [];

beforeAll(async () => {
  service = await serviceApp();
  admin = await service.login();
}, 60_000);
afterEach(async () => {
  await Promise.all(open.splice(0).map((stream) => stream.close()));
});
afterAll(() => service?.close());

async function follow(headers: Headers = admin, query = ""): Promise<EventStream> {
  const response = await service.app.http.request(`/v1/stream${query}`, { headers });
  expect(response.status).toBe(200);
  const stream = new EventStream(response);
  open.push(stream);
  await stream.next(({ event }) => event === "open");
  return stream;
}

async function createCi(headers: Headers = admin, name = `ci-${Math.random()}`): Promise<string> {
  const { body, status, text } = await service.call("POST", "/v1/cmdb/ci", { headers, body: { name, type: "server" } });
  expect(status, text).toBe(201);
  return body.id;
}

async function createEvent(headers: Headers = admin): Promise<string> {
  const body = { title: `disk full ${Math.random()}`, severity: "high", source: "test" };
  const answer = await service.call("POST", "/v1/events", { headers, body });
  expect(answer.status, answer.text).toBe(201);
  return answer.body.id;
}

describe("what a stream tells", () => {
  test("a created, changed and deleted CI", async () => {
    const stream = await follow();
    const id = await createCi();
    await stream.tells("ci.changed", id, { change: "created", type: "server" });
    await service.call("PUT", `/v1/cmdb/ci/${id}`, { headers: admin, body: { status: "maintenance" } });
    await stream.tells("ci.changed", id, { change: "updated", status: "maintenance" });
    await service.call("DELETE", `/v1/cmdb/ci/${id}`, { headers: admin });
    await stream.tells("ci.changed", id, { change: "deleted" });
  });

  test("a new event and its new status", async () => {
    const stream = await follow();
    const id = await createEvent();
    await stream.tells("event.changed", id, { change: "created", status: "open", severity: "high" });
  });
});
