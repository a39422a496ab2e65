import { Anchor, List, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { FileUp, FlaskConical, type LucideIcon, Radar } from "lucide-react";
import type { ReactNode } from "react";
import { useMay } from "../app/session-context";
import { Command } from "./Command";
import { ImportInventory } from "./ImportInventory";

/** What to do where the inventory holds nothing but the machine that Orrery runs on. */
export function FirstRun() {
  const may = useMay();
  return (
    <section aria-labelledby="first-run">
      <Title order={2} id="first-run" mb={4}>
        Fill your inventory
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        Orrery knows little of your estate yet. Three ways to go on:
      </Text>
      <SimpleGrid cols={{ base: 1, md: 3 }} spacing="md">
        <Way title="Scan machines" icon={Radar}>
          <List type="ordered" size="sm" spacing={4}>
            <List.Item>
              {may("discovery.configure") ? (
                <Anchor component={Link} to="/discovery/tokens" size="sm">
                  Create a discovery token
                </Anchor>
              ) : (
                "Ask an administrator for a discovery token"
              )}
            </List.Item>
            <List.Item>
              <Anchor component={Link} to="/discovery/how" size="sm">
                Copy the command
              </Anchor>{" "}
              and run it where there is something to find
            </List.Item>
            <List.Item>
              <Anchor component={Link} to="/discovery" size="sm">
                Watch the scan
              </Anchor>{" "}
              come in
            </List.Item>
          </List>
        </Way>
        <Way title="Import files" icon={FileUp}>
          {may("discovery.submit") || may("discovery.execute") ? (
            <ImportInventory />
          ) : (
            <Text size="sm">It needs the scope discovery.submit: an administrator can give it to you.</Text>
          )}
        </Way>
        <Way title="Look around in a demo" icon={FlaskConical}>
          <Text size="sm">
            A made-up data centre: 151 CIs, 8 services, three incidents. What you have stays as it is. Run it where
            Orrery is installed:
          </Text>
          <Command label="Load the demo" command="npx orrery demo" />
          <Command label="Take it away again" command="npx orrery demo --remove" />
        </Way>
      </SimpleGrid>
    </section>
  );
}

function Way({ title, icon: Icon, children }: { title: string; icon: LucideIcon; children: ReactNode }) {
  return (
    <Stack className="card" p="md" gap="sm">
      <Title order={3}>
        <Icon size={17} aria-hidden /> {title}
      </Title>
      {children}
    </Stack>
  );
}
