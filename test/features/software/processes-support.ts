import type { CpeDictionary } from "../../../src/features/cpe-dictionary/index.ts";
import { createSoftware, type Software, type SoftwareDeps } from "../../../src/features/software/index.ts";
import { type Model, ModelFault, type ModelRequest } from "../../../src/platform/ai/index.ts";
import { newId } from "../../../src/platform/ids.ts";
import { sharedKnowledge } from "../../support/knowledge.ts";
import { createWorld, type World, type WorldOptions } from "../discovery/support.ts";
import { newMapping } from "./new-mapping.ts";

const unused = () => Promise.reject(new Error("process mapping does not ask this"));
/** A dictionary that holds nothing. */
export const EMPTY_DICTIONARY = {
  entriesOfPair: async () => [],
  entriesByName: async () => [],
  currentEntries: unused,
  pairsOfProduct: async () => [],
  pairsByWords: async () => [],
  readPairs: async () => undefined,
  watch: async () => async () => undefined,
  change: async () => 0,
} as unknown as CpeDictionary["reader"];

export interface ProcessWorld extends World {
  software: Software;
  /** A Software CI that a person made. */
  newSoftware(name: string, attributes?: Record<string, unknown>): Promise<string>;
  newServer(os?: string): Promise<string>;
  /** A `Connected To` between two servers. */
  connect(source: string, target: string, attributes: Record<string, unknown>): Promise<string>;
  newMapping(name: string, more?: object): Promise<string>;
  /** Queues a run, works it off, and shows it. */
  run(mode: "all" | "analyze" | "enrich" | "apply" | "fix-relationships", options?: object): Promise<Run>;
}

type Run = Awaited<ReturnType<Software["processes"]["runs"]["get"]>>;

/** Discovery and software on the real stores, in a tenant of its own. */
export async function processWorld(
  change: Partial<SoftwareDeps> = {},
  options: WorldOptions = {},
): Promise<ProcessWorld> {
  let software: Software | undefined;
  const world = await createWorld({
    ...options,
    software: (deps) => {
      software = createSoftware({ ...deps, dictionary: EMPTY_DICTIONARY, knowledge: sharedKnowledge, ...change });
      return software;
    },
  });
  if (!software) throw new Error("there is no software");
  const { processes, mappings } = software;
  const { ctx } = world;
  return {
    ...world,
    software,
    newSoftware: async (name, attributes = {}) =>
      (await world.ci.createCi(ctx, { fields: { name, type: "software", attributes } })).id,
    newServer: async (os = "Debian GNU/Linux 13") =>
      (await world.ci.createCi(ctx, { fields: { name: `host ${newId()}`, type: "server", attributes: { os } } })).id,
    connect: async (sourceCi, targetCi, attributes) =>
      (await world.relationships.create(ctx, { fields: { type: "Connected To", sourceCi, targetCi, attributes } })).id,
    newMapping: async (name, more = {}) =>
      (await mappings.verbs.create(ctx, newMapping(name, { software: { name, vendor: null }, ...more }))).id,
    async run(mode, runOptions = {}) {
      const { id } = await processes.runs.start(ctx, { mode, options: runOptions });
      const isUnfinished = async () => ["queued", "running"].includes((await processes.runs.get(ctx, id)).status);
      // In turns of a second, with nothing else in between.
      while (await isUnfinished()) await world.runJob("software.map-processes", { tenantId: ctx.tenantId });
      await world.settle();
      return processes.runs.get(ctx, id);
    },
  };
}

/** A model that answers what it is told to about processes, and nothing else, and remembers what it was asked. */
export function fakeModel(answer: (request: ModelRequest<unknown>, signal?: AbortSignal) => unknown) {
  const asked: ModelRequest<unknown>[] = [];
  const model: Model = {
    isAvailable: true,
    name: "example",
    chat: unused,
    async ask(request, signal) {
      if (request.purpose !== "software.processes") throw new ModelFault("refused", "nothing else is known");
      asked.push(request);
      const value = request.schema.parse(await answer(request, signal));
      return { value, model: "example", promptTokens: 1, completionTokens: 1, cost: null, ms: 1 };
    },
  };
  return { model, asked };
}
