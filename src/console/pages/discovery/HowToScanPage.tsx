import { Stack, Text, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useMay } from "../../app/session-context";
import { ImportInventory } from "../../components/ImportInventory";
import { ScanCommands } from "../../components/ScanCommands";
import { DiscoveryFrame } from "./DiscoveryFrame";

/** Commands to copy, with the address of this service. */
export function HowToScanPage() {
  const may = useMay();
  return (
    <DiscoveryFrame title="How to scan" hint="Commands to copy, with the address of this service.">
      <Stack gap="lg" maw={820}>
        <Text size="sm">
          Every command needs a discovery token.{" "}
          {may("discovery.configure") ? (
            <Link to="/discovery/tokens">Create one</Link>
          ) : (
            "Ask an administrator for one: it needs the scope discovery.configure."
          )}
        </Text>
        <ScanCommands />
        {(may("discovery.submit") || may("discovery.execute")) && (
          <section aria-labelledby="import-files">
            <Title order={2} id="import-files" mb="xs">
              Import files here
            </Title>
            <ImportInventory />
          </section>
        )}
      </Stack>
    </DiscoveryFrame>
  );
}
