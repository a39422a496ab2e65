import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from "@tanstack/react-query";
import { bodyOf, v1 } from "../../api/client";
import type { components } from "../../api/v1";
import { queryClient } from "../../app/query";
import { notifyFailed } from "../../components/notify";

export type Mapping = components["schemas"]["SoftwareMapping"];
export type MappingPatch = components["schemas"]["UpdateSoftwareMappingBody"];
export type ListedCi = Required<components["schemas"]["ListedCI"]>;

export type Decision =
  | { kind: "verify"; mapping: Mapping }
  | { kind: "change"; mapping: Mapping; patch: MappingPatch }
  | { kind: "reject"; mapping: Mapping };

export interface MappingQuery {
  search?: string;
  status?: Mapping["status"];
  source?: Mapping["source"];
  family?: NonNullable<Mapping["family"]>["name"];
}

export function useMappings(query: MappingQuery, limit = 50) {
  return useInfiniteQuery({
    queryKey: ["software", "mappings", query, limit],
    queryFn: ({ pageParam }) =>
      bodyOf(
        v1.GET("/v1/software-mappings", {
          params: { query: { ...query, limit, ...(pageParam && { cursor: pageParam }) } },
        }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.pagination.next_cursor,
    placeholderData: keepPreviousData,
  });
}

/** Decides about a mapping. What was decided can be undone, see `undo`. */
export function useDecision(onDone: (decision: Decision) => void) {
  return useMutation({
    mutationFn: async (decision: Decision): Promise<void> => {
      const path = { id: decision.mapping.id };
      if (decision.kind === "verify") await v1.POST("/v1/software-mappings/{id}/verify", { params: { path } });
      else if (decision.kind === "reject") await v1.DELETE("/v1/software-mappings/{id}", { params: { path } });
      else await v1.PUT("/v1/software-mappings/{id}", { params: { path }, body: decision.patch });
    },
    onSuccess: (_nothing, decision) => {
      onDone(decision);
      return refresh();
    },
    onError: (error) => notifyFailed(error, "The mapping was not decided"),
  });
}

/** Takes a decision back: what was rejected is made again, what was changed gets its old content and waits again. */
export function useUndo(onDone: () => void) {
  return useMutation({
    mutationFn: async ({ kind, mapping }: Decision): Promise<void> => {
      const { status, ...content } = contentOf(mapping);
      if (kind === "reject") {
        await v1.POST("/v1/software-mappings", { body: { ...contentOf(mapping), software: mapping.software } });
        return;
      }
      const put = (body: MappingPatch) =>
        v1.PUT("/v1/software-mappings/{id}", { params: { path: { id: mapping.id } }, body });
      // An active mapping becomes pending by way of review.
      await put({ ...content, status: "review" });
      if (status === "pending") await put({ status });
    },
    onSuccess: () => {
      onDone();
      return refresh();
    },
    onError: (error) => notifyFailed(error, "The decision was not undone"),
  });
}

function contentOf(mapping: Mapping) {
  const { instance_name, instance_patterns, software, family, process_names, windows_services, process_type } = mapping;
  const { status, confidence, notes } = mapping;
  const names = { instance_name, instance_patterns, software, family };
  return { ...names, process_names, windows_services, process_type, status, confidence, notes };
}

const refresh = () => queryClient.invalidateQueries({ queryKey: ["software"] });

/** What the rules make of a name. */
export function useIdentified(name: string, vendor: string | null) {
  return useQuery({
    queryKey: ["software", "identified", name, vendor],
    queryFn: async () => {
      const { results } = await bodyOf(v1.POST("/v1/software/identify", { body: { items: [{ name, vendor }] } }));
      return results[0];
    },
    enabled: name !== "",
  });
}

/** CIs by fields: `attributes.…` filters are open, so the documents do not name them. */
export function useCisBy(query: Record<string, string>, limit: number) {
  return useInfiniteQuery({
    queryKey: ["ci", "software", query, limit],
    queryFn: ({ pageParam }) =>
      bodyOf(
        v1.GET("/v1/cmdb/ci", {
          params: { query: { ...(query as object), limit, ...(pageParam && { cursor: pageParam }) } },
        }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.pagination.next_cursor,
    placeholderData: keepPreviousData,
  });
}

/** A field of a CI as text: people write into these fields too. */
export function textAt({ attributes }: Pick<ListedCi, "attributes">, field: string): string | undefined {
  const value = attributes?.[field];
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
}

/** The CPE name that a program's CI is linked to. */
export function cpeOf({ attributes }: Pick<ListedCi, "attributes">): { name?: string; match?: string } {
  const cpe = attributes?.cpe;
  if (typeof cpe !== "object" || cpe === null) return {};
  const { name, match } = cpe as Record<string, unknown>;
  return { ...(typeof name === "string" && { name }), ...(typeof match === "string" && { match }) };
}

/** The name, or where a mapping has none its first pattern. */
export function labelOf({ instance_name: name, instance_patterns: patterns }: Mapping): string {
  return name || patterns[0] || "no name";
}
