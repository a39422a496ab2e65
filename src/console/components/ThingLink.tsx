import { Anchor } from "@mantine/core";
import { Link } from "@tanstack/react-router";

/** Pages of single things, below the console's base. */
const ADDRESSES = {
  ci: "/cis/",
  service: "/services/",
  incident: "/incidents/",
  event: "/events/",
  change: "/changes/",
  report: "/reports/runs/",
  vulnerability: "/vulnerabilities/",
} as const;

export type ThingKind = keyof typeof ADDRESSES;

/** A link to the page of one thing; its name comes from users. */
export function ThingLink({ kind, id, name }: { kind: ThingKind; id: string; name?: string | null }) {
  const text = (name || id).slice(0, 400);
  return (
    <Anchor
      component={Link}
      to={`${ADDRESSES[kind]}${encodeURIComponent(id)}`}
      size="sm"
      title={text}
      className="thing-link"
      onClick={(event) => event.stopPropagation()}
    >
      <bdi className="clip">{text}</bdi>
    </Anchor>
  );
}
