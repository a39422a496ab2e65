import { createHash } from "node:crypto";
import { searchTerms } from "../../../src/model/search-text.ts";
import type { Embedder } from "../../../src/platform/ai/index.ts";
import { ModelFault, type ModelFaultKind } from "../../../src/platform/ai/index.ts";

/** Words that mean the same to the stand-in. */
const SYNONYMS: Record<string, string> = {
  postgres: "database",
  postgresql: "database",
  mysql: "database",
  oracle: "database",
  db: "database",
  databases: "database",
  dns: "names",
  nameserver: "names",
  invoices: "billing",
  money: "billing",
  payments: "billing",
};

export interface StandIn extends Embedder {
  /** The texts of each request, with the model that was asked for. */
  readonly asked: { texts: readonly string[]; model: string; runId: string | undefined }[];
  isAvailable: boolean;
  model: string;
  dimensions: number;
  /** Refuses requests with a text for which it is true, or as a whole. */
  refuses: (text: string) => boolean;
  fault: ModelFaultKind | undefined;
  /** Answers only after this. */
  waits: Promise<unknown> | undefined;
}

/** An embedding model whose vectors follow from the words of a text: known neighbours without a service. */
export function standInEmbedder(dimensions = 64): StandIn {
  const asked: StandIn["asked"] = [];
  const standIn: StandIn = {
    asked,
    isAvailable: true,
    model: "stand-in-1",
    dimensions,
    refuses: () => false,
    fault: undefined,
    waits: undefined,
    async embed(texts, { model = standIn.model, account }, signal) {
      signal?.throwIfAborted();
      asked.push({ texts, model, runId: account?.runId });
      await standIn.waits;
      if (standIn.fault) throw new ModelFault(standIn.fault, `the stand-in says ${standIn.fault}`);
      if (texts.some((text) => standIn.refuses(text))) throw new ModelFault("refused", "the stand-in refuses a text");
      return { vectors: texts.map((text) => vectorOf(text, model, standIn.dimensions)), tokens: texts.length };
    },
  };
  return standIn;
}

/** The sum of a direction for each different word; another model has other directions. */
function vectorOf(text: string, model: string, dimensions: number): number[] {
  const sum = new Array<number>(dimensions).fill(0.001);
  for (const word of new Set(searchTerms(text).map((term) => SYNONYMS[term] ?? term))) {
    let bytes = createHash("sha256").update(`${model} ${word}`).digest();
    for (let i = 0; i < dimensions; i++) {
      if (i % 32 === 0 && i > 0) bytes = createHash("sha256").update(bytes).digest();
      sum[i]! += bytes[i % 32]! / 127.5 - 1;
    }
  }
  return sum;
}
