import { Anchor } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { MouseEvent } from "react";
import { bodyOf, v1 } from "../api/client";

const LONGEST = 300;

/** A CI by its name, with a link to its page. Without `name` the name is looked up. */
export function CiLink({ id, name }: { id: string; name?: string }) {
  const known = useQuery({
    queryKey: ["ci", "name", id],
    queryFn: () => bodyOf(v1.GET("/v1/cmdb/ci/{id}", { params: { path: { id } } })),
    enabled: name === undefined,
    staleTime: 5 * 60_000,
    retry: false,
  });
  const shown = ((name ?? known.data?.name) || id).slice(0, LONGEST);
  return (
    <Anchor
      component={Link}
      to={`/cis/${encodeURIComponent(id)}`}
      className="clip"
      title={shown}
      // The row around it opens something of its own.
      onClick={(event: MouseEvent) => event.stopPropagation()}
    >
      <bdi>{shown}</bdi>
    </Anchor>
  );
}
