import { Anchor, Button, Group, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { FileUp, FlaskConical, type LucideIcon, Radar } from "lucide-react";
import type { ReactNode } from "react";
import { useMay } from "../app/session-context";
import { Command } from "./Command";
import { useChangeDemo, useDemo } from "./demo";
import { FormFaults } from "./FormFaults";
import { ImportInventory } from "./ImportInventory";
import { scanCommand } from "./ScanCommands";

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
          <Text size="sm">
            {may("discovery.configure") ? (
              <>
                <Anchor component={Link} to="/discovery/tokens" size="sm" underline="always">
                  Create a discovery token
                </Anchor>
                , put it into the command
              </>
            ) : (
              "Ask an administrator for a discovery token, put it into the command"
            )}{" "}
            and run that where there is something to find:
          </Text>
          <Command label="Scan a machine" command={scanCommand()} />
          <Text size="sm">
            <Anchor component={Link} to="/discovery/how" size="sm">
              Other ways to scan
            </Anchor>{" "}
            ·{" "}
            <Anchor component={Link} to="/discovery" size="sm">
              Scans that came in
            </Anchor>
          </Text>
        </Way>
        <Way title="Import files" icon={FileUp}>
          {may("discovery.submit") || may("discovery.execute") ? (
            <ImportInventory />
          ) : (
            <Text size="sm">It needs the scope discovery.submit: an administrator can give it to you.</Text>
          )}
        </Way>
        <Way title="Look around in a demo" icon={FlaskConical}>
          <LoadDemo />
        </Way>
      </SimpleGrid>
    </section>
  );
}

function LoadDemo() {
  const may = useMay();
  const demo = useDemo();
  const change = useChangeDemo();
  const isBusy = change.isPending || demo?.state === "loading" || demo?.state === "removing";
  return (
    <>
      <Text size="sm">
        A made-up data centre with three incidents to look into. What you have stays as it is, and it can be removed
        again by one click.
      </Text>
      {may("admin.settings") ? (
        <Group>
          <Button variant="default" loading={isBusy} onClick={() => change.mutate("load")}>
            Load the demo
          </Button>
        </Group>
      ) : (
        <Text size="sm">It needs the scope admin.settings: an administrator can load it.</Text>
      )}
      {demo?.error && (
        <Text size="sm" role="alert">
          It could not be loaded: <bdi>{demo.error.slice(0, 300)}</bdi>
        </Text>
      )}
      <FormFaults error={change.error} />
    </>
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
