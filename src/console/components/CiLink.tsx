import { Anchor } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { bodyOf, v1 } from "../api/client";

/** A CI by its name, with a link to its page. Without `name` the name is looked up. */
export function CiLink({ id, name }: { id: string; name?: string }) {
  const known = useQuery({
    queryKey: ["ci", "name", id],
    queryFn: () => bodyOf(v1.GET("/v1/cmdb/ci/{id}", { params: { path: { id } } })),
    enabled: name === undefined,
    staleTime: 5 * 60_000,
    retry: false,
  });
  const shown = name ?? known.data?.name ?? id;
  return (
    <Anchor component={Link} to={`/cis/${encodeURIComponent(id)}`} className="clip" title={shown.slice(0, 300)}>
      <bdi>{shown}</bdi>
    </Anchor>
  );
}
