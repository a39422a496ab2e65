import type { Route } from "../../platform/http/route.ts";
import type { ChangeConsumer, ChangeConsumers } from "../../platform/jobs/changes.ts";
import { historyStore } from "./history.store.ts";
import { historyV1Routes } from "./history.v1.ts";
import { createListHistory, type ListHistory, type ListHistoryDeps } from "./list-history.ts";

export { activityOf, type ChangeActivity, type ChangeBefore, changesBefore } from "./history.store.ts";
export type { ListHistory } from "./list-history.ts";

export interface History {
  verbs: { listHistory: ListHistory };
  routes: { v1: Route[] };
  /** Stores every change of the graph. */
  consumers: ChangeConsumers;
}

/** Permanent history of configuration items. */
export function createHistory(deps: ListHistoryDeps): History {
  const listHistory = createListHistory(deps);
  return {
    verbs: { listHistory },
    routes: { v1: historyV1Routes({ listHistory, requireCi: deps.requireCi }) },
    consumers: { graph: historyConsumer },
  };
}

/** Stores changes permanently; skips a change that is stored already. */
export const historyConsumer: ChangeConsumer = historyStore.insert;
