import { Stack } from "@mantine/core";
import { Command } from "./Command";

/** Ways to send scans to this service. `token` is put into the commands; without it a placeholder is. */
export function ScanCommands({ token = "orrd_live_..." }: { token?: string }) {
  const { origin } = window.location;
  const post = (type: string, file: string) =>
    `curl -s -H 'X-API-Key: ${token}' -H 'Content-Type: ${type}' --data-binary @${file} ${origin}/v1/discovery/scan-data`;
  return (
    <Stack gap="md">
      <Command
        label="Scan a machine that has a checkout of Orrery"
        command={`ORRERY_TOKEN=${token} npx orrery scan --submit --url ${origin}`}
      />
      <Command
        label="Send the result of an Nmap sweep"
        command={`nmap -O -sV -oX sweep.xml 192.0.2.0/24\n${post("application/xml", "sweep.xml")}`}
      />
      <Command
        label="Send the inventory of a GLPI agent"
        command={`glpi-inventory --json > inventory.json\n${post("application/json", "inventory.json")}`}
      />
    </Stack>
  );
}
