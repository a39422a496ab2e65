import { expect, it } from "vitest";
import { FULL, fixture, KNOWN_ID } from "../platform/http/unit-support.ts";
import { type Answered, expectDocumented } from "./documented.ts";

const http = fixture();
const check = (method: string, path: string, answer: Partial<Answered>) => () =>
  expectDocumented(http.mounts, method, path, { status: 200, headers: new Headers(), body: undefined, ...answer });

it("expectDocumented passes answers that the document has", async () => {
  for (const [method, path, body] of [
    ["GET", "/v1/things?limit=1"],
    ["GET", `/v1/things/${KNOWN_ID}`],
    ["GET", "/v1/things/unknown"],
    ["POST", "/v1/things", { name: "" }],
    ["POST", "/api/things", { name: "" }],
    ["GET", "/v1/nothing"],
    ["DELETE", "/v1/things"],
  ] as const) {
    const answer = await http.call(method, path, { headers: FULL, ...(body && { body }) });
    expect(check(method, path, answer), `${method} ${path} ${answer.text}`).not.toThrow();
  }
});

it("expectDocumented refuses another status, header, media type or body", async () => {
  const path = `/v1/things/${KNOWN_ID}`;
  const answer = await http.call("GET", path, { headers: FULL });
  const headers = (name: string, value: string) => {
    const others = new Headers(answer.headers);
    others.set(name, value);
    return others;
  };
  expect(check("GET", path, { ...answer, status: 409 })).toThrow("is not documented");
  expect(check("GET", path, { ...answer, headers: headers("Location", "/") })).toThrow("without location");
  expect(check("GET", path, { ...answer, headers: headers("Content-Type", "text/csv") })).toThrow("without text/csv");
  expect(check("GET", path, { ...answer, body: { id: 7 } })).toThrow("is not as documented");
});
