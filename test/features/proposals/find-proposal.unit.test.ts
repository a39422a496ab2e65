import { expect, it } from "vitest";
import { notFound, unavailable } from "../../../src/errors.ts";
import { findProposal, requireProposal } from "../../../src/features/proposals/find-proposal.ts";
import type { Relationship } from "../../../src/features/relationships/index.ts";
import { contextOf } from "../../support/context.ts";

const ctx = contextOf("t");
const finding = (get: () => Promise<Relationship>) => ({ relationships: { get } });
const found = (discoveredBy: string) => finding(async () => ({ id: "r", discoveredBy }) as Relationship);

it("finds a relationship that a model or evidence proposed", async () => {
  expect(await findProposal(found("ai:evidence"), ctx, "r")).toMatchObject({ id: "r" });
});

it("takes one that is gone, or that a person or scan wrote, for none", async () => {
  const gone = finding(() => Promise.reject(notFound("relationship")));
  expect(await findProposal(gone, ctx, "r")).toBeUndefined();
  expect(await findProposal(found("scan"), ctx, "r")).toBeUndefined();
  for (const none of [gone, found("scan")]) {
    await expect(requireProposal(none, ctx, "r")).rejects.toMatchObject({ code: "RESOURCE_NOT_FOUND" });
  }
});

it("does not take an outage for a relationship that is gone", async () => {
  const down = finding(() => Promise.reject(unavailable("The graph cannot be reached")));
  await expect(findProposal(down, ctx, "r")).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
});
