import { expect, test } from "vitest";
import { createVocabularyConsumers } from "../../../src/features/questions/vocabulary/keep-vocabulary.ts";
import type { Change } from "../../../src/platform/jobs/changes.ts";

const state = {
  id: "c1",
  type: "server",
  name: "web-1",
  status: "active",
  attributes: { os: "Debian" },
  custom_fields: {},
};
const updated = (after: object) =>
  ({ kind: "ci.updated", before: state, after: { ...state, ...after } }) as unknown as Change;

/** Statements that the changes cost. */
async function statementsFor(changes: Change[]): Promise<number> {
  let statements = 0;
  const tx = {
    query: async () => {
      statements++;
      return [];
    },
  };
  await createVocabularyConsumers().graph!(tx, "t1", changes as never);
  return statements;
}

test("a change that leaves type and fields of a CI as they were adds no words", async () => {
  expect(await statementsFor([updated({ description: "x" }), updated({ status: "inactive" })])).toBe(0);
});

test.each([{ type: "database" }, { attributes: { os: "Windows" } }, { custom_fields: { team: "web" } }])(
  "a change to %j adds words",
  async (after) => {
    expect(await statementsFor([updated({ description: "x" }), updated(after)])).toBeGreaterThan(0);
  },
);
