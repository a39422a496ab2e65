import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from "@tanstack/react-query";
import { bodyOf, v1 } from "../../api/client";
import type { Whole } from "../../api/listed";
import type { components } from "../../api/v1";
import { queryClient } from "../../app/query";
import { notifyFailed } from "../../components/notify";

export type ParkedHost = Whole<components["schemas"]["ListedParkedHost"]>;
export type Candidate = Whole<components["schemas"]["ListedCI"]>;

const CANDIDATES = 6;
/** What identification never takes for a host: programs and what they serve. */
const NO_DEVICES = new Set([
  "application",
  "database",
  "service",
  "business_service",
  "software",
  "software_instance",
  "software_family",
]);

export function useParkedHosts(decided: boolean) {
  return useInfiniteQuery({
    queryKey: ["parked", "list", decided],
    queryFn: ({ pageParam }) =>
      bodyOf(
        v1.GET("/v1/discovery/parked-hosts", {
          params: { query: { limit: 50, decided, ...(pageParam && { cursor: pageParam }) } },
        }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.pagination.next_cursor,
    placeholderData: keepPreviousData,
  });
}

/** Devices that the first of the texts finds that finds any: by name, address or serial number. The empty text finds the newest. */
export function useCandidates(texts: readonly string[]) {
  return useQuery({
    queryKey: ["ci", "candidates", texts],
    queryFn: async () => {
      for (const by of texts) {
        const found = await devices(by);
        if (found.length > 0) return { by, found };
      }
      return { by: texts[0] ?? "", found: [] };
    },
    placeholderData: keepPreviousData,
  });
}

async function devices(search: string): Promise<Candidate[]> {
  const query = { limit: 100, ...(search && { search }) };
  const { data } = await bodyOf(v1.GET("/v1/cmdb/ci", { params: { query } }));
  return (data as Candidate[]).filter(({ type }) => !NO_DEVICES.has(type)).slice(0, CANDIDATES);
}

/** Says which CI a host is; null dismisses it. */
export function useDecide(onDone: (host: ParkedHost, ciId: string | null) => void) {
  return useMutation({
    mutationFn: ({ host, ciId }: { host: ParkedHost; ciId: string | null }) =>
      bodyOf(
        v1.PUT("/v1/discovery/parked-hosts/{id}/decision", {
          params: { path: { id: host.id } },
          body: { ci_id: ciId },
        }),
      ),
    onSuccess: (_decision, { host, ciId }) => {
      onDone(host, ciId);
      return refresh();
    },
    onError: (error) => notifyFailed(error, "The host was not decided"),
  });
}

export function useTakeBack(onDone: (id: string) => void) {
  return useMutation({
    mutationFn: (id: string) =>
      bodyOf(v1.DELETE("/v1/discovery/parked-hosts/{id}/decision", { params: { path: { id } } })),
    onSuccess: (_message, id) => {
      onDone(id);
      return refresh();
    },
    onError: (error) => notifyFailed(error, "The decision was not taken back"),
  });
}

const refresh = () => queryClient.invalidateQueries({ queryKey: ["parked"] });

/** What people call a host that has no name. */
export function labelOf({ seen }: ParkedHost): string {
  const { manufacturer, model } = seen.hardware;
  return (
    seen.hostname ??
    seen.fqdn ??
    ([manufacturer, model].filter(Boolean).join(" ") || undefined) ??
    seen.device_type ??
    seen.ip_addresses[0] ??
    "A host without a name"
  );
}

/** What to look for first, the most telling first: names that every machine has find nothing. */
export function firstSearches({ seen }: ParkedHost): string[] {
  const { fqdn, hostname, hardware, device_type: kind } = seen;
  const names = [fqdn, hostname].filter((name) => name !== null && !/^localhost\b/i.test(name));
  const texts = [...names, hardware.model, hardware.manufacturer, kind].map((text) => text?.trim().slice(0, 60) ?? "");
  return [...new Set([...texts.filter((text) => text !== ""), ""])];
}
