import { Anchor, Group, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useId } from "react";

/** A part of the overview, with a link to the page that shows all of it. */
export function Panel(props: { title: string; to?: string; all?: string; isLast?: boolean; children: ReactNode }) {
  const { title, to, all, isLast, children } = props;
  const id = useId();
  return (
    <section className={`card overview-panel${isLast ? " overview-last" : ""}`} aria-labelledby={id}>
      <Group justify="space-between" mb="xs" gap="sm" align="baseline">
        <Title order={2} size="h3" id={id}>
          {title}
        </Title>
        {to && (
          <Anchor component={Link} to={to} size="sm">
            {all}
          </Anchor>
        )}
      </Group>
      {children}
    </section>
  );
}

/** A figure with what it counts; a link where there is something to look at. */
export function Figure(props: { value: number; label: ReactNode; to: string; search?: Record<string, unknown> }) {
  const { value, label, to, search } = props;
  return (
    <Anchor
      component={Link}
      to={to}
      search={search as never}
      className="overview-figure"
      data-zero={value === 0 || undefined}
    >
      <span className="numeric overview-number">{value.toLocaleString("en")}</span>
      <span>{label}</span>
    </Anchor>
  );
}
