import { Anchor } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { bodyOf, v1 } from "../api/client";

/** A CI by its name, where a list has its id alone. Remembered, so that each is asked for once. */
export function CiName({ id }: { id: string }) {
  const ci = useQuery({
    queryKey: ["ci", id, "name"],
    queryFn: () => bodyOf(v1.GET("/v1/cmdb/ci/{id}", { params: { path: { id } } })),
    staleTime: 5 * 60_000,
  });
  return <CiLink id={id} name={ci.data?.name ?? id} />;
}

export function CiLink({ id, name }: { id: string; name: string }) {
  return (
    <Anchor
      component={Link}
      to={`/cis/${encodeURIComponent(id)}`}
      title={name}
      onClick={(event) => event.stopPropagation()}
    >
      <bdi>{name.length > 200 ? `${name.slice(0, 199)}…` : name}</bdi>
    </Anchor>
  );
}
