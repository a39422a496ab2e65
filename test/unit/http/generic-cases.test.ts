import { describe, expect, it } from "vitest";
import { expectRefusal, genericCases } from "../../support/http-cases.ts";
import { FULL, fixture } from "./support.ts";

const http = fixture();
const cases = genericCases(http.mounts, { credential: FULL, powerless: { authorization: "Bearer none" } });

describe("refusals that every route owes", () => {
  it("are generated for both variants", () => {
    expect(new Set(cases.map(({ variant }) => variant))).toEqual(new Set(["a", "b"]));
    expect(cases.length).toBeGreaterThan(100);
  });

  it.each(cases.map((one) => [one.name, one] as const))("%s", async (_name, one) => {
    const { method, path, headers, body } = one.request;
    const answer = await http.call(method, path, { headers, ...(body !== undefined && { body }) });
    expectRefusal(answer, one);
  });
});
