import { describe, expect, test } from "vitest";
import { walkDependencies } from "../../../src/features/correlation/upstream/walk-dependencies.ts";

/** `a>b c` for a that needs b and c. What is told unasked: what is needed within so many steps, as far as there is room. */
function estate(lines: readonly string[], stepsAhead = 0) {
  const needs = new Map(lines.map((line) => line.split(">")).map(([id, needed]) => [id, needed?.split(" ") ?? []]));
  const rounds: string[][] = [];
  const read = async (ids: string[], ahead: number) => {
    rounds.push(ids);
    const told = new Set(ids);
    let front = ids;
    for (let step = 0; step < stepsAhead; step++) {
      front = front.flatMap((id) => needs.get(id) ?? []);
      for (const id of front) if (told.size < ids.length + ahead) told.add(id);
    }
    return [...told].reverse().flatMap((id) => (needs.has(id) ? [{ id, needs: needs.get(id)! }] : []));
  };
  return { rounds, reader: { read, needsOf: (row: { needs: string[] }) => row.needs } };
}

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

describe("what is needed within some steps", () => {
  const lines = ["shop>db web", "web>host", "db>host san", "host>power", "san>power", "power>grid", "grid>shop"];

  test("is told level by level, each once, in the order of ids, and no further", async () => {
    const { reader, rounds } = estate(lines);
    expect(idsOf(await walkDependencies(["shop"], 3, reader))).toEqual(["shop", "db", "web", "host", "san", "power"]);
    expect(rounds).toEqual([["shop"], ["db", "web"], ["host", "san"], ["power"]]);
  });

  test.each([1, 2, 3])(
    "is the same where %i steps ahead are told unasked, with fewer questions",
    async (stepsAhead) => {
      const plain = await walkDependencies(["shop", "web"], 5, estate(lines).reader);
      const { reader, rounds } = estate(lines, stepsAhead);
      expect(await walkDependencies(["shop", "web"], 5, reader)).toEqual(plain);
      expect(rounds).toHaveLength(Math.ceil(4 / (stepsAhead + 1)));
    },
  );

  test("leaves out what is not there, and asks for nothing where nothing is given", async () => {
    const { reader, rounds } = estate(["shop>gone"]);
    expect(idsOf(await walkDependencies(["shop", "lost"], 5, reader))).toEqual(["shop"]);
    expect(rounds).toEqual([["lost", "shop"], ["gone"]]);
    expect(await walkDependencies([], 5, reader)).toEqual([]);
    expect(rounds).toHaveLength(2);
  });

  test("takes of too many those that most need, whatever was told unasked", async () => {
    const apps = Array.from({ length: 600 }, (_, n) => `app${n}`);
    const lines = apps.flatMap((app, n) => [`${app}>own${n} ${n % 2 ? "odd" : "even"}`, `own${n}>power`]);
    const plain = idsOf(await walkDependencies(apps, 5, estate([...lines, "odd>power", "even>power"]).reader));
    const ahead = idsOf(await walkDependencies(apps, 5, estate([...lines, "odd>power", "even>power"], 2).reader));
    expect(ahead).toEqual(plain);
    expect(plain).toHaveLength(1_000);
    expect(plain.slice(600, 602)).toEqual(["even", "odd"]);
    expect(plain).not.toContain("power");
  });
});
