import { Group, Text, Title } from "@mantine/core";
import { useDocumentTitle } from "@mantine/hooks";
import type { ReactNode } from "react";

/** Heading of a page, and title of its tab. `title` may come from users. */
export function PageHeader({ title, hint, children }: { title: string; hint?: ReactNode; children?: ReactNode }) {
  useDocumentTitle(`${title.slice(0, 80)} · Orrery`);
  return (
    <Group justify="space-between" align="flex-start" mb="md" gap="sm">
      <div style={{ minWidth: 0, flex: "1 1 16rem" }}>
        <Title order={1} lineClamp={2}>
          <bdi>{title}</bdi>
        </Title>
        {hint && (
          <Text c="dimmed" size="sm" component="div">
            {hint}
          </Text>
        )}
      </div>
      {children && <Group gap="xs">{children}</Group>}
    </Group>
  );
}
