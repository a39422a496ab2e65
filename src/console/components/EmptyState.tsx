import { Stack, Text } from "@mantine/core";
import type { LucideIcon } from "lucide-react";
import { Inbox } from "lucide-react";
import type { ReactNode } from "react";

/** Says why there is nothing to show and what to do about it. */
export function EmptyState({
  title,
  icon: Icon = Inbox,
  children,
}: {
  title: string;
  icon?: LucideIcon;
  children?: ReactNode;
}) {
  return (
    <Stack align="center" gap="xs" py="xl" px="md">
      <Icon size={32} aria-hidden color="var(--orrery-quiet)" strokeWidth={1.5} />
      <Text fw={600}>{title}</Text>
      {children && (
        <Text c="dimmed" ta="center" maw={480} component="div" size="sm">
          {children}
        </Text>
      )}
    </Stack>
  );
}
