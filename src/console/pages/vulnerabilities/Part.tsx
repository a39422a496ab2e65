import { Group, Title } from "@mantine/core";
import { type ReactNode, useId } from "react";

/** A part of the page, with its heading. */
export function Part({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section className="card card-padded" aria-labelledby={id}>
      <Group justify="space-between" mb="xs" gap="sm">
        <Title order={2} size="h3" id={id}>
          {title}
        </Title>
        {action}
      </Group>
      {children}
    </section>
  );
}
