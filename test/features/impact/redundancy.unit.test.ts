import { expect, test } from "vitest";
import { createRandom } from "../../../bench/support/random.ts";
import { computeRedundancy, type DependencySet } from "../../../src/features/impact/redundancy.ts";

/** More CIs than failures are tried at once. */
const COUNT = 300;

/** Numbers from 0 to `most` - 1, the same each time. */
function numbers(seed: number) {
  const random = createRandom(seed);
  return (most: number) => random.int(0, most - 1);
}

test("computeRedundancy upstream equals simulating the failure of each member alone", async () => {
  const any = numbers(7);
  const steps = Array.from({ length: COUNT * 3 }, () => ({
    from: any(COUNT),
    to: any(COUNT),
    redundancyGroup: any(3) > 0 ? `g${any(2)}` : null,
  })).filter(({ from, to }) => from !== to);
  const healthy = Array.from({ length: COUNT }, () => any(12) > 0);
  const needs: DependencySet = { count: COUNT, healthy, steps, groupsWithOutsidePeers: new Set(["5 g0", "9 g1"]) };
  const found = await computeRedundancy(needs, true);
  for (let place = 1; place < COUNT; place += 7) {
    // The member changes places with the start, and fails as a start does.
    const turned = (at: number) => (at === 0 ? place : at === place ? 0 : at);
    const alone = await computeRedundancy(
      {
        count: COUNT,
        healthy: healthy.map((_, at) => healthy[turned(at)]!),
        steps: steps.map((step) => ({ ...step, from: turned(step.from), to: turned(step.to) })),
        groupsWithOutsidePeers: new Set(
          [...needs.groupsWithOutsidePeers].map((key) => key.replace(/^\d+/, (at) => String(turned(Number(at))))),
        ),
      },
      false,
    );
    expect(found[place] === "covered", `member ${place}`).toBe(alone[place] === "covered");
  }
  for (const each of ["none", "covered", "lost"]) expect(found).toContain(each);
});

test("computeRedundancy stops for a caller that has disconnected", async () => {
  const steps = [{ from: 1, to: 0, redundancyGroup: "g" }];
  const needs: DependencySet = { count: 2, healthy: [true, true], steps, groupsWithOutsidePeers: new Set() };
  await expect(computeRedundancy(needs, true, AbortSignal.abort())).rejects.toThrow();
  expect(await computeRedundancy(needs, true)).toEqual(["none", "lost"]);
});
