import { readdirSync } from "node:fs";
import { cpus } from "node:os";
import { parseArgs } from "node:util";
import { type Figure, type Outcome, verdictOf } from "./support/figure.ts";
import { round } from "./support/statistics.ts";

/** `npm run bench -- <figure> [--setting number ...]`: measures one figure and prints a line of JSON and a table. */

const FIGURES = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith(".ts") && file !== "run.ts")
  .map((file) => file.slice(0, -3))
  .sort();

async function main(): Promise<void> {
  const [name, ...args] = process.argv.slice(2);
  if (name === undefined || !FIGURES.includes(name)) {
    process.stderr.write(`Usage: npm run bench -- <figure> [--setting number ...]\nFigures: ${FIGURES.join(", ")}\n`);
    process.exitCode = 2;
    return;
  }
  const { figure } = (await import(`./${name}.ts`)) as { figure: Figure };
  const settings = settingsOf(figure, args);
  const outcome = await figure.run(settings, (line) => process.stderr.write(`${line}\n`));
  process.stdout.write(`${jsonLine(name, figure, outcome, settings)}\n\n${table(name, figure, outcome)}\n`);
}

function jsonLine(name: string, figure: Figure, { marks, details }: Outcome, settings: Record<string, number>): string {
  const judged = Object.entries(figure.marks).map(([key, mark]) => {
    const value = marks[key]!;
    return [key, { value: round(value), ...mark, verdict: verdictOf(mark, value) }];
  });
  const rounded = Object.entries(details).map(([key, each]) => [key, shown(each)]);
  return JSON.stringify({
    figure: name,
    marks: Object.fromEntries(judged),
    details: Object.fromEntries(rounded),
    settings,
    cores: cpus().length,
  });
}

function table(name: string, figure: Figure, { marks, details, verified }: Outcome): string {
  const rows: [string, string][] = Object.entries(figure.marks).map(([key, mark]) => {
    const { unit, better, must, aim } = mark;
    const sign = better === "higher" ? ">=" : "<=";
    const value = marks[key]!;
    return [key, `${round(value)} ${unit}   must ${sign} ${must}, aim ${sign} ${aim}: ${verdictOf(mark, value)}`];
  });
  for (const [key, each] of Object.entries(details)) rows.push([key, String(shown(each))]);
  for (const each of verified) rows.push(["verified", each]);
  const width = Math.max(...rows.map(([key]) => key.length));
  return [`${name}: ${figure.what}`, ...rows.map(([key, text]) => `  ${key.padEnd(width)}  ${text}`)].join("\n");
}

function shown(value: number | string): number | string {
  return typeof value === "number" ? round(value) : value;
}

/** Settings from the command line over the figure's own. Throws for one that it does not know. */
function settingsOf(figure: Figure, args: string[]): Record<string, number> {
  const optionOf = (key: string) => key.replaceAll("_", "-");
  const keys = Object.keys(figure.settings);
  const options = Object.fromEntries(keys.map((key) => [optionOf(key), { type: "string" as const }]));
  const { values } = parseArgs({ args, options, strict: true });
  return Object.fromEntries(
    keys.map((key) => {
      const given = values[optionOf(key)];
      const value = given === undefined ? figure.settings[key]! : Number(given);
      if (!Number.isFinite(value) || value <= 0) throw new Error(`--${optionOf(key)} takes a number above 0`);
      return [key, value];
    }),
  );
}

await main();
