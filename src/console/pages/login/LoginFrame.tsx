import { Center, Group, Paper, Text, Title } from "@mantine/core";
import { Orbit } from "lucide-react";
import type { ReactNode } from "react";

/** The page before the shell: one form in the middle. */
export function LoginFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Center component="main" mih="100%" p="md">
      <Paper withBorder p="xl" w="100%" maw={400} className="card">
        <Group gap={10} mb="lg">
          <Orbit size={28} aria-hidden color="var(--mantine-primary-color-filled)" />
          <Text fw={600} size="lg">
            Orrery
          </Text>
        </Group>
        <Title order={1} mb="md">
          {title}
        </Title>
        {children}
      </Paper>
    </Center>
  );
}
