import { existsSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { filesBelow, textOf } from "../support/cypher-files.ts";

const DRIVERS = ["neo4j-driver", "pg", "pg-boss"];
/** The console is a program of its own, which Vite builds and a browser runs. */
const CONSOLE = [...filesBelow("src/console", ".ts"), ...filesBelow("src/console", ".tsx")];
const SOURCES = filesBelow("src", ".ts").filter((file) => !file.startsWith("src/console/"));

interface Import {
  /** As written. */
  specifier: string;
  /** From the project's root, where it is one of its files. */
  target: string | undefined;
  typeOnly: boolean;
}

/** Imports and re-exports of a file, dynamic ones included. */
function importsOf(file: string): Import[] {
  const text = textOf(file).replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
  const found: Import[] = [];
  const add = (specifier: string, typeOnly: boolean) => {
    const target = specifier.startsWith(".") ? path.normalize(path.join(path.dirname(file), specifier)) : undefined;
    found.push({ specifier, target, typeOnly });
  };
  for (const [, type, specifier] of text.matchAll(
    /^(?:import|export)\s+(type\s)?[^;"']*?\bfrom\s+["']([^"']+)["']/gm,
  )) {
    add(specifier!, type !== undefined);
  }
  for (const [, specifier] of text.matchAll(/^import\s+["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']/gm)) {
    if (specifier) add(specifier, false);
  }
  for (const [, specifier] of text.matchAll(/\bimport\(\s*["']([^"']+)["']\s*\)/g)) add(specifier!, false);
  return found;
}

/** Files of tests and benchmarks that others share. */
const SHARED_SUPPORT = [...filesBelow("test/support", ".ts"), ...filesBelow("bench/support", ".ts")];
/** What depends on the configuration and is not the platform: an import of it from there would close a circle. */
const COMPOSITION = ["app", "features", "http", "lifecycle", "platform"].map((name) => `src/${name}.ts`);
const ABOVE_PLATFORM = ["src/config.ts", "src/stores.ts", "src/service.ts", ...COMPOSITION];
const imports = SOURCES.flatMap((file) => importsOf(file).map((one) => ({ file, ...one })));
const featureOf = (file: string | undefined) => /^src\/features\/([^/]+)\//.exec(file ?? "")?.[1];
const layerOf = (file: string | undefined) => /^src\/(model|platform|features|cli)\//.exec(file ?? "")?.[1];
const show = (found: typeof imports) => found.map(({ file, specifier }) => `${file} imports ${specifier}`);

/** Files that speak HTTP: the transports of a feature, and its index, which hands their routes over. */
const TRANSPORT = /\.(v1|api|wire|routes|job|oauth|pages?)\.ts$|\/index\.ts$/;
/** Parts of the plumbing that know no route: the reading of texts and cookies, pages of lists, faults of schemas, ports. */
const PLAIN_HTTP_HELP = new Set(
  ["body", "browser", "json", "pagination", "ports", "violations"].map((name) => `src/platform/http/${name}.ts`),
);

describe("layers", () => {
  test("the model imports only the model", () => {
    const wrong = imports.filter(
      ({ file, target }) => layerOf(file) === "model" && target && layerOf(target) !== "model",
    );
    expect(show(wrong)).toEqual([]);
  });

  test("the platform imports no feature, no command and no configuration", () => {
    const wrong = imports.filter(
      ({ file, target = "" }) =>
        layerOf(file) === "platform" &&
        (["features", "cli"].includes(layerOf(target) ?? "") || ABOVE_PLATFORM.includes(target)),
    );
    expect(show(wrong)).toEqual([]);
  });

  test("the console imports nothing of the service but its model, and the service nothing of the console", () => {
    const BUILD = new Set(["src/console/api/write-types.ts"]);
    const ofConsole = CONSOLE.filter((file) => !BUILD.has(file)).flatMap((file) =>
      importsOf(file).map((one) => ({ file, ...one })),
    );
    const wrong = ofConsole.filter(
      ({ target }) => target !== undefined && !target.startsWith("src/console/") && layerOf(target) !== "model",
    );
    expect(show(wrong)).toEqual([]);
    expect(ofConsole.filter(({ target }) => layerOf(target) === "model")).not.toEqual([]);
    expect(show(imports.filter(({ target }) => target?.startsWith("src/console/")))).toEqual([]);
  });

  test("only the commands and the entry point import the commands and the composition", () => {
    const wrong = imports.filter(
      ({ file, target }) =>
        ["model", "platform", "features"].includes(layerOf(file) ?? "") &&
        (layerOf(target) === "cli" || [...COMPOSITION, "src/main.ts"].includes(target ?? "")),
    );
    expect(show(wrong)).toEqual([]);
  });

  test("a feature imports others only through their index", () => {
    const wrong = imports.filter(({ file, target }) => {
      const other = featureOf(target);
      return other !== undefined && other !== featureOf(file) && target !== `src/features/${other}/index.ts`;
    });
    expect(show(wrong)).toEqual([]);
  });

  test("features do not import each other in a circle", () => {
    const edges = new Map<string, Set<string>>();
    for (const { file, target, typeOnly } of imports) {
      const [from, to] = [featureOf(file), featureOf(target)];
      if (from && to && from !== to && !typeOnly) edges.set(from, (edges.get(from) ?? new Set()).add(to));
    }
    expect(circleIn(edges)).toEqual([]);
  });

  test("files do not import each other in a circle, types included", () => {
    const edges = new Map<string, Set<string>>();
    for (const file of [...SOURCES, ...SHARED_SUPPORT]) {
      const targets = importsOf(file).flatMap(({ target }) => target ?? []);
      edges.set(file, new Set(targets));
    }
    expect(circleIn(edges)).toEqual([]);
  });

  test("verbs and stores import no HTTP", () => {
    const wrong = imports.filter(
      ({ file, target, typeOnly }) =>
        featureOf(file) !== undefined &&
        !TRANSPORT.test(file) &&
        !typeOnly &&
        target?.startsWith("src/platform/http/") &&
        !PLAIN_HTTP_HELP.has(target),
    );
    expect(show(wrong)).toEqual([]);
  });

  test("a store imports no verb and no transport of its feature", () => {
    const wrong = imports.filter(
      ({ file, target, typeOnly }) =>
        file.endsWith(".store.ts") &&
        !typeOnly &&
        featureOf(target) === featureOf(file) &&
        /\.(v1|api|wire|routes|job|verbs)\.ts$/.test(target ?? ""),
    );
    expect(show(wrong)).toEqual([]);
  });
});

describe("stores", () => {
  /** Stores of another shape: free functions, or one object for reads and one for writes. The list may only shrink. */
  const OTHER_SHAPES = [
    "src/features/access/entries/entries.store.ts",
    "src/features/backup/backup.graph.store.ts",
    "src/features/ci/ci.store.ts",
    "src/features/discovery/graph.store.ts",
    "src/features/events/delete-events.store.ts",
    "src/features/inventory/absence.store.ts",
    "src/features/inventory/collections.store.ts",
    "src/features/inventory/facts.store.ts",
    "src/features/inventory/records.store.ts",
    "src/features/inventory/scan-reads.store.ts",
    "src/features/inventory/scans.store.ts",
    "src/features/inventory/sightings.store.ts",
    "src/features/inventory/sockets.store.ts",
    "src/platform/ai/model-calls.store.ts",
  ];

  /** `pipeline-work.store.ts` -> `pipelineWorkStore`, `ci-list.graph.store.ts` -> `ciListGraph`. */
  function objectOf(file: string): string {
    const [name = "", kind] = path.basename(file, ".store.ts").split(".");
    const camel = name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
    return `${camel}${kind === "graph" ? "Graph" : "Store"}`;
  }

  test("x.store.ts exports xStore, x.graph.store.ts exports xGraph", () => {
    const others = SOURCES.filter((file) => file.endsWith(".store.ts")).filter(
      (file) => !new RegExp(`^export const ${objectOf(file)} = `, "m").test(textOf(file)),
    );
    expect(others).toEqual(OTHER_SHAPES);
  });
});

describe("borders", () => {
  test("map entries that must exist are read with mustGet, not asserted", () => {
    const wrong = SOURCES.filter((file) => /\.get\((?:[^()]|\([^()]*\))*\)!/.test(textOf(file)));
    expect(wrong).toEqual([]);
  });

  test("only the platform imports drivers", () => {
    const wrong = imports.filter(
      ({ file, specifier }) =>
        layerOf(file) !== "platform" && DRIVERS.some((name) => specifier === name || specifier.startsWith(`${name}/`)),
    );
    expect(show(wrong)).toEqual([]);
  });

  test("the environment is read in one place", () => {
    const readers = SOURCES.filter((file) => file !== "src/config.ts").filter((file) =>
      /\bprocess\.env\b|\benv\s*\}\s*=\s*process\b|from "node:process"/.test(textOf(file)),
    );
    expect(readers).toEqual([]);
  });

  test("SQL is only in stores and in the platform", () => {
    const SQL = /["'`]\s*(select\s|insert into\s|update \w+ set\s|delete from\s|with \w+ as \()/i;
    const wrong = SOURCES.filter((file) => layerOf(file) !== "platform" && !file.endsWith(".store.ts")).filter((file) =>
      SQL.test(textOf(file).replace(/^\s*(\*|\/\/).*$/gm, "")),
    );
    expect(wrong).toEqual([]);
  });

  test("every feature has an index", () => {
    const features = new Set(SOURCES.map(featureOf).filter((name) => name !== undefined));
    expect([...features].filter((name) => !existsSync(path.resolve(`src/features/${name}/index.ts`)))).toEqual([]);
  });

  test("imports name files that exist, with their ending", () => {
    const wrong = imports.filter(({ target }) => target !== undefined && !existsSync(path.resolve(target)));
    expect(show(wrong)).toEqual([]);
  });

  test("no file has default exports or syntax that Node cannot strip", () => {
    const wrong = SOURCES.filter((file) =>
      /^\s*(export\s+)?(const\s+)?(enum|namespace)\s+\w+|^export default\b|constructor\([^)]*\b(private|public|readonly)\s/m.test(
        textOf(file),
      ),
    );
    expect(wrong).toEqual([]);
  });
});

test("the checks find imports of every form", () => {
  const seen = importsOf("src/features/relationships/index.ts").map(({ target }) => target);
  expect(seen).toContain("src/features/relationships/relationships.v1.ts");
  expect(seen).toContain("src/platform/http/route.ts");
  expect(
    circleIn(
      new Map([
        ["a", new Set(["b"])],
        ["b", new Set(["c"])],
        ["c", new Set(["a"])],
      ]),
    ),
  ).toHaveLength(4);
});

/** One circle as the names along it, or nothing. */
function circleIn(edges: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const done = new Set<string>();
  const visit = (name: string, path: string[]): string[] => {
    if (path.includes(name)) return [...path.slice(path.indexOf(name)), name];
    if (done.has(name)) return [];
    done.add(name);
    for (const next of edges.get(name) ?? []) {
      const circle = visit(next, [...path, name]);
      if (circle.length > 0) return circle;
    }
    return [];
  };
  for (const name of edges.keys()) {
    const circle = visit(name, []);
    if (circle.length > 0) return circle;
  }
  return [];
}
