import { z } from "zod";
import { type Model, ModelFault } from "../../../platform/ai/index.ts";
import type { Logger } from "../../../platform/log.ts";
import { type Knowledge, PROCESS_PLATFORMS, type ProcessPlatform } from "../engine/index.ts";
import { PROCESS_TYPES, type ProcessNames } from "../mappings/mapping.model.ts";
import { type Finding, type FoundNames, hasNames, type Product } from "./process-names.model.ts";
import { isProductSpecific } from "./product-specific.ts";

/** Products per question. */
const PRODUCTS_PER_QUESTION = 10;
const MAX_NAMES = 10;
/** A plain name: no path, no option, no sentence. */
const PROCESS_NAME = /^[\p{L}\p{N}_][\p{L}\p{N} ._+@()-]{0,63}$/u;
const SERVICE_NAME = /^[\p{L}\p{N}_][\p{L}\p{N} ._$()-]{0,79}$/u;

const answer = z.object({
  results: z.array(
    z.object({
      index: z.int(),
      windows: z.array(z.string()),
      macos: z.array(z.string()),
      linux: z.array(z.string()),
      windowsServices: z.array(z.string()),
      processType: z.enum(PROCESS_TYPES),
      confidence: z.number().min(0).max(1),
    }),
  ),
});

const TASK =
  "For each entry of `products`, give the names of the processes under which that software runs: `windows` (image names " +
  "with .exe), `macos`, `linux`, the names of its Windows services, and whether it is an application, a service or a " +
  "library. Give a name only where you know it as that product's own; leave out interpreters and runtimes such as java, " +
  "node or python, parts of the operating system, and installers. Empty lists are right where it does not run on a " +
  "system or you do not know. `confidence` is how sure you are, from 0 to 1. Answer each product once, by its `index`.";

/**
 * Asks the model for process names; asks about nothing without a model. Leaves out names of the operating system, of
 * several products, or of another known product.
 */
export async function findByModel(
  deps: { model: Model; knowledge: Knowledge; log: Logger },
  tenantId: string,
  products: readonly Product[],
  signal?: AbortSignal,
): Promise<FoundNames> {
  const byKey = new Map<string, Finding>();
  const asked = new Set<string>();
  const unanswered = new Set<string>();
  if (!deps.model.isAvailable) return { byKey, asked, unanswered };
  for (let at = 0; at < products.length; at += PRODUCTS_PER_QUESTION) {
    const question = products.slice(at, at + PRODUCTS_PER_QUESTION);
    const answered = await ask(deps, tenantId, question, signal);
    for (const { key } of question) {
      asked.add(key);
      if (!answered) unanswered.add(key);
    }
    for (const [key, finding] of answered ?? []) byKey.set(key, finding);
  }
  return { byKey, asked, unanswered };
}

/** Undefined if the model failed. */
async function ask(
  { model, knowledge, log }: { model: Model; knowledge: Knowledge; log: Logger },
  tenantId: string,
  products: readonly Product[],
  signal: AbortSignal | undefined,
): Promise<Map<string, Finding> | undefined> {
  const found = new Map<string, Finding>();
  const input = { products: products.map(({ name, vendor, family }, index) => ({ index, name, vendor, family })) };
  try {
    const request = { purpose: "software.processes", tenantId, system: TASK, input, schema: answer };
    const { value } = await model.ask(request, signal);
    for (const { index, processType, confidence, windowsServices, ...lists } of value.results) {
      const product = products[index];
      if (!product || found.has(product.key)) continue;
      const names = checkedNames(lists, product.name, knowledge);
      const services = checked(windowsServices, SERVICE_NAME);
      if (hasNames(names)) found.set(product.key, { names, services, processType, confidence, source: "ai" });
    }
  } catch (error) {
    if (!(error instanceof ModelFault)) throw error;
    log.warn({ reason: error.message, products: products.length }, "the model could not name processes");
    return undefined;
  }
  return found;
}

function checkedNames(lists: ProcessNames, productName: string, knowledge: Knowledge): ProcessNames {
  const of = (platform: ProcessPlatform) =>
    checked(lists[platform], PROCESS_NAME).filter((name) =>
      isProductSpecific({ name }, platform, productName, knowledge),
    );
  const [windows = [], macos = [], linux = []] = PROCESS_PLATFORMS.map(of);
  return { windows, macos, linux };
}

function checked(names: readonly string[], form: RegExp): string[] {
  const sound = names.map((name) => name.trim()).filter((name) => form.test(name));
  return [...new Map(sound.map((name) => [name.toLowerCase(), name])).values()].slice(0, MAX_NAMES);
}
