import { Anchor } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { MouseEvent } from "react";

/** Name of a CI as a link to its page, on one line. */
export function CiLink({ id, name }: { id: string; name: string | undefined }) {
  return (
    <Anchor
      component={Link}
      to="/cis/$ciId"
      params={{ ciId: id } as never}
      className="clip"
      title={(name || id).slice(0, 500)}
      onClick={(event: MouseEvent) => event.stopPropagation()}
    >
      <bdi>{(name || id).slice(0, 500)}</bdi>
    </Anchor>
  );
}
