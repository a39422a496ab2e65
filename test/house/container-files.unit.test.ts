import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { loadConfig } from "../../src/config.ts";
import { NEO4J_VERSION } from "../../src/platform/embedded/neo4j-runtime.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const textOf = (name: string) => readFileSync(path.join(ROOT, name), "utf8");
const manifest = JSON.parse(textOf("package.json"));

/** Of the container alone, and read by Node itself. */
const NOT_OURS = new Set(["NODE_ENV"]);

/** The variables that `config.ts` checks. */
const VARIABLES = new Set(
  [...textOf("src/config.ts").matchAll(/^ {2}([A-Z][A-Z0-9_]+): \{/gm)].map(([, name]) => name!),
);

/** `RUN npm ci` as ["RUN", "npm ci"], in order; comments left out and continued lines joined. */
const instructions = textOf("Dockerfile")
  .replaceAll(/^#.*\n/gm, "")
  .replaceAll(/\\\n\s*/g, "")
  .split("\n")
  .filter((line) => line.trim() !== "")
  .map((line) => [line.slice(0, line.indexOf(" ")), line.slice(line.indexOf(" ") + 1)] as const);

type Stage = typeof instructions;

const image = instructions.slice(instructions.findLastIndex(([word]) => word === "FROM"));
const consoleStage = instructions.slice(0, -image.length);
const argumentsOf = (name: string, stage: Stage = image) =>
  stage.filter(([word]) => word === name).map(([, text]) => text);
const indexOf = (pattern: RegExp, stage: Stage = image) =>
  stage.findIndex(([word, text]) => pattern.test(`${word} ${text}`));

describe("Dockerfile", () => {
  it("builds on the slim image of exactly the Node that the project is developed with", () => {
    expect(manifest.devDependencies.node).toMatch(/^\d+\.\d+\.\d+$/);
    const base = `node:${manifest.devDependencies.node}-slim`;
    expect(argumentsOf("FROM", instructions)).toEqual([`${base} AS console`, base]);
  });

  it("carries the built console and none of the packages that build it", () => {
    const install = indexOf(/^RUN npm ci --ignore-scripts$/, consoleStage);
    const build = indexOf(/^RUN npm run build:console$/, consoleStage);
    expect(install).toBeGreaterThan(0);
    expect(build).toBeGreaterThan(install);
    const brought = argumentsOf("COPY").filter((text) => text.startsWith("--from="));
    expect(brought).toEqual(["--from=console /app/build/console ./build/console"]);
    const installs = argumentsOf("RUN").filter((text) => text.includes("npm ci"));
    for (const text of installs) expect(text).toMatch(/npm ci --omit=dev --ignore-scripts /);
  });

  it("installs what the lock file names, without tools, before it copies sources", () => {
    const install = indexOf(/^RUN npm ci --omit=dev\b/);
    expect(install).toBeGreaterThan(indexOf(/^COPY package\.json package-lock\.json /));
    expect(indexOf(/^COPY src /)).toBeGreaterThan(install);
    expect(indexOf(/^COPY (?!package)/)).toBeGreaterThan(install);
  });

  it("copies what there is, and .dockerignore keeps none of it back", () => {
    const fromHere = argumentsOf("COPY", instructions).filter((text) => !text.startsWith("--from="));
    const copied = fromHere.flatMap((text) => text.split(" ").slice(0, -1));
    expect(copied).toEqual(expect.arrayContaining(["package.json", "bin", "src", "cypher"]));
    const admitted = textOf(".dockerignore").split("\n");
    expect(admitted[0]).toBe("*");
    for (const name of copied) {
      expect(existsSync(path.join(ROOT, name)), name).toBe(true);
      expect(admitted).toContain(`!${name}`);
    }
  });

  it("runs as a user without rights, who owns the only folder that is written to", () => {
    expect(argumentsOf("USER")).toEqual(["node"]);
    expect(indexOf(/^USER /)).toBeGreaterThan(image.map(([word]) => word).lastIndexOf("RUN"));
    const folder = argumentsOf("VOLUME")[0]!;
    expect(indexOf(new RegExp(`^RUN install -d -o node -g node -m 0700 ${folder}$`))).toBeGreaterThan(0);
    expect(argumentsOf("ENV").join(" ")).toContain(`ORRERY_HOME=${folder}`);
  });

  it("sets only variables that the configuration knows, to what it takes", () => {
    const set = argumentsOf("ENV").flatMap((text) =>
      text.split(" ").map((pair) => pair.split("=") as [string, string]),
    );
    expect(set.map(([name]) => name).filter((name) => !VARIABLES.has(name) && !NOT_OURS.has(name))).toEqual([]);
    const { http } = loadConfig(Object.fromEntries(set));
    expect([http.host, String(http.port)]).toEqual(["0.0.0.0", argumentsOf("EXPOSE")[0]]);
  });

  it("is healthy while the service is ready", () => {
    const [check] = argumentsOf("HEALTHCHECK");
    expect(check).toMatch(/^(--\w[\w-]*=\d+s? )+CMD \["node", "-e", /);
    // biome-ignore lint/suspicious/noTemplateCurlyInString: that is what the command holds
    expect(check).toContain("http://127.0.0.1:${process.env.PORT}/health/ready");
    const script = JSON.parse(check!.slice(check!.indexOf("["))).at(-1) as string;
    expect(() => new Function(script)).not.toThrow();
  });

  it("starts Node itself, which signals reach, with the command that serves", () => {
    const [entry, ...more] = argumentsOf("ENTRYPOINT").map((text) => JSON.parse(text) as string[]);
    expect(more).toEqual([]);
    expect(entry).toEqual(["node", manifest.bin.orrery]);
    expect(argumentsOf("CMD").map((text) => JSON.parse(text))).toEqual([["serve"]]);
  });
});

const compose = textOf("docker-compose.yml");

/** The lines below `key:` at that depth of two blanks each, as they stand. */
function below(text: string, key: string, depth: number): string {
  const indent = " ".repeat(depth * 2);
  const [, body] = new RegExp(`^${indent}${key}:\\n((?:(?:${indent} +.*)?\\n)+)`, "m").exec(`${text}\n`) ?? [];
  if (body === undefined) throw new Error(`docker-compose.yml has no ${key} at depth ${depth}`);
  return body;
}

const services = below(compose, "services", 0);
const serviceNames = [...services.matchAll(/^ {2}(\w+):$/gm)].map(([, name]) => name!);
const service = (name: string) => below(services, name, 1);
const environment = Object.fromEntries(
  [...below(service("orrery"), "environment", 2).matchAll(/^ {6}(\w+): (.*)$/gm)].map(([, name, value]) => [
    name!,
    value!,
  ]),
);

/** As compose fills a value in: `given`, or what stands after `:-`. */
function filledIn(value: string, given: Record<string, string>): string {
  return value.replaceAll(/\$\{(\w+)(?::(-|\?)([^}]*))?\}/g, (_, name: string, kind: string, rest: string) => {
    if (given[name] === undefined && kind === "?") throw new Error(`${name}: ${rest}`);
    return given[name] ?? rest ?? "";
  });
}

describe("docker-compose.yml", () => {
  const secrets = { ORRERY_SECRET: "s".repeat(48), NEO4J_PASSWORD: "n".repeat(48), POSTGRES_PASSWORD: "p".repeat(48) };
  const filled = (given: Record<string, string>) =>
    Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, filledIn(value, given)]));

  it("runs this version of the service beside stores of the versions that are tested", () => {
    expect(serviceNames).toEqual(["orrery", "neo4j", "postgres"]);
    expect(service("orrery")).toContain(`    build: .\n    image: orrery:${manifest.version}\n`);
    expect(service("neo4j")).toContain(
      `    image: neo4j:${NEO4J_VERSION.split(".").slice(0, 2).join(".")}-community\n`,
    );
    expect(service("postgres")).toMatch(/^ {4}image: postgres:\d+$/m);
  });

  it("waits for healthy stores", () => {
    for (const store of ["neo4j", "postgres"]) {
      expect(below(service("orrery"), "depends_on", 2)).toContain(`${store}: { condition: service_healthy }`);
      expect(below(service(store), "healthcheck", 2)).toMatch(/^ {6}test: \["CMD-SHELL", ".+"\]$/m);
    }
  });

  it("passes on every setting that is not the container's own, and no unknown one", () => {
    const fixed = ["HOST", "PORT", "ORRERY_HOME"];
    const ofOtherStores = ["NEO4J_USERNAME", "NEO4J_DATABASE", "ORRERY_NEO4J_HEAP_MB", "ORRERY_NEO4J_PAGECACHE_MB"];
    expect(VARIABLES.size).toBeGreaterThan(25);
    expect([...Object.keys(environment), ...fixed, ...ofOtherStores].toSorted()).toEqual([...VARIABLES].toSorted());
  });

  it("makes a valid configuration with only the three secrets set", () => {
    const config = loadConfig(filled(secrets));
    expect(config.neo4j).toMatchObject({ uri: "bolt://neo4j:7687", password: secrets.NEO4J_PASSWORD });
    expect(new URL(config.postgresUrl!)).toMatchObject({ hostname: "postgres", password: secrets.POSTGRES_PASSWORD });
    expect([config.secret, config.role, config.discoverSelf]).toEqual([secrets.ORRERY_SECRET, "all", false]);
  });

  it.each(Object.keys(secrets))("does not start without %s", (name) => {
    expect(() => filled({ ...secrets, [name]: undefined as never })).toThrow(new RegExp(`^${name}: set `));
  });

  it("keeps data in named volumes, and the service from writing elsewhere or gaining rights", () => {
    const volumes = [...below(compose, "volumes", 0).matchAll(/^ {2}(\w+):$/gm)].map(([, name]) => name!);
    expect(volumes).toEqual(serviceNames);
    for (const name of serviceNames) expect(below(service(name), "volumes", 2)).toContain(`- ${name}:/`);
    expect(below(service("orrery"), "volumes", 2)).toContain(`:${argumentsOf("VOLUME")[0]}\n`);
    for (const line of ["read_only: true", "cap_drop: [ALL]", 'security_opt: ["no-new-privileges:true"]']) {
      expect(service("orrery")).toContain(`    ${line}\n`);
    }
  });

  it("publishes the port only on this machine by default, and leaves time for a graceful shutdown", () => {
    expect(filledIn(/- "(.+)"/.exec(below(service("orrery"), "ports", 2))![1]!, {})).toBe("127.0.0.1:8080:8080");
    expect(Number(/stop_grace_period: (\d+)s/.exec(service("orrery"))![1])).toBeGreaterThan(10);
  });
});
