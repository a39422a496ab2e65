import { describe, expect, it } from "vitest";
import { checkEach } from "../../support/check-each.ts";
import { expectRefusal, genericCases } from "../../support/http-cases.ts";
import { FULL, fixture } from "./unit-support.ts";

const http = fixture();
const cases = genericCases(http.mounts, { credential: FULL, powerless: { authorization: "Bearer none" } });

describe("generic refusals of every route", () => {
  it("are generated for both variants", () => {
    expect(new Set(cases.map(({ variant }) => variant))).toEqual(new Set(["a", "b"]));
    expect(cases.length).toBeGreaterThan(100);
  });

  it.each([...Map.groupBy(cases, ({ route }) => route)])("%s", (_route, owed) =>
    checkEach(
      owed,
      ({ what }) => what,
      async (one) => {
        const { method, path, headers, body } = one.request;
        expectRefusal(await http.call(method, path, { headers, ...(body !== undefined && { body }) }), one);
      },
    ),
  );
});
