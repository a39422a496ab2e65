import { v1 } from "../../api/client";
import { messageOf } from "../../api/error";
import { queryClient } from "../../app/query";
import type { ListedCi } from "./ci-queries";
import type { CiStatus } from "./list-search";

/** Requests at a time: quick without crowding out others. */
const AT_ONCE = 6;

export interface BulkOutcome {
  done: readonly ListedCi[];
  failed: readonly { ci: ListedCi; why: string }[];
}

/** Does the same to each CI. One that fails stops no other. */
export async function eachCi(cis: readonly ListedCi[], act: (ci: ListedCi) => Promise<unknown>): Promise<BulkOutcome> {
  const waiting = [...cis];
  const done: ListedCi[] = [];
  const failed: { ci: ListedCi; why: string }[] = [];
  const work = async () => {
    for (let ci = waiting.shift(); ci; ci = waiting.shift()) {
      try {
        await act(ci);
        done.push(ci);
      } catch (error) {
        failed.push({ ci, why: messageOf(error) });
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  refreshCis();
  return { done, failed };
}

export function refreshCis(): void {
  for (const kind of ["ci", "relationship", "graph", "summary"])
    void queryClient.invalidateQueries({ queryKey: [kind] });
}

export const setStatus = (id: string, status: CiStatus) =>
  v1.PUT("/v1/cmdb/ci/{id}", { params: { path: { id } }, body: { status } });

export const deleteCi = (id: string, protect = false) =>
  v1.DELETE("/v1/cmdb/ci/{id}", { params: { path: { id }, query: protect ? { protect } : {} } });

export const restoreCi = (id: string) => v1.POST("/v1/cmdb/ci/{id}/restore", { params: { path: { id } } });
