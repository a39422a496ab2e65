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

/** Devices whose name, address or serial number the text finds. */
export function useCandidates(text: string) {
  return useQuery({
    queryKey: ["ci", "candidates", text],
    queryFn: async () => {
      const answer = v1.GET("/v1/cmdb/ci", { params: { query: { search: text, limit: 50 } } });
      const found = (await bodyOf(answer)).data as Candidate[];
      return found.filter(({ type }) => !NO_DEVICES.has(type)).slice(0, CANDIDATES);
    },
    enabled: text !== "",
    placeholderData: keepPreviousData,
  });
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

/** Where to begin to look for it: names that every machine has find nothing. */
export function firstSearch({ seen }: ParkedHost): string {
  const name = seen.fqdn ?? seen.hostname;
  const isCommon = name === null || /^localhost\b/i.test(name);
  return ((isCommon ? (seen.hardware.model ?? seen.hardware.manufacturer) : name) ?? seen.device_type ?? "").slice(
    0,
    60,
  );
}
