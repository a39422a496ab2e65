import { useQueries } from "@tanstack/react-query";
import { useMay } from "../../app/session-context";
import { kindsFor, search } from "./find-things";
import type { Found, FoundKind } from "./kinds";

export interface FoundGroup {
  kind: FoundKind;
  found: readonly Found[];
  isPending: boolean;
  error: unknown;
}

/** What is found of each kind, as each answers; an older text's requests are cancelled. */
export function useFound(text: string, limit: number, only?: readonly FoundKind[]): readonly FoundGroup[] {
  const may = useMay();
  const kinds = kindsFor(may).filter((kind) => !only || only.includes(kind));
  const answers = useQueries({ queries: kinds.map((kind) => search(kind, text, limit)) });
  return kinds.map((kind, index) => {
    const { data, isFetching, error } = answers[index]!;
    return { kind, found: text ? (data ?? []) : [], isPending: isFetching && !data, error };
  });
}
