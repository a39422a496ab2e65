import { Stack } from "@mantine/core";
import { Command } from "./Command";

const PLACEHOLDER = "orrd_live_...";

/** Scans the machine on which it runs, and sends what it finds to this service. */
export const scanCommand = (token = PLACEHOLDER) =>
  `ORRERY_TOKEN=${token} npx orrery scan --submit --url ${window.location.origin}`;

/** Ways to send scans to this service. `token` is put into the commands; without it a placeholder is. */
export function ScanCommands({ token = PLACEHOLDER }: { token?: string }) {
  const { origin } = window.location;
  const post = (type: string, file: string) =>
    `curl -s -H 'X-API-Key: ${token}' -H 'Content-Type: ${type}' --data-binary @${file} ${origin}/v1/discovery/scan-data`;
  return (
    <Stack gap="md">
      <Command label="Scan a machine that has a checkout of Orrery" command={scanCommand(token)} />
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
