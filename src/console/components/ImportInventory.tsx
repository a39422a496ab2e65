import { Button, FileButton, Group, List, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { FileUp } from "lucide-react";
import { useState } from "react";
import { fetchAuthorized } from "../api/client";
import { messageOf } from "../api/error";
import { queryClient } from "../app/query";

interface Sent {
  id: string;
  name: string;
  scanId?: string;
  hosts?: number;
  fault?: string;
}

/** Takes files of scanners and sends them, one after the other. */
export function ImportInventory() {
  const [sent, setSent] = useState<Sent[]>([]);
  const [isBusy, setBusy] = useState(false);
  const send = async (files: File[]) => {
    setBusy(true);
    for (const file of files) {
      const result = await submit(file);
      setSent((before) => [result, ...before].slice(0, 50));
    }
    setBusy(false);
    void queryClient.invalidateQueries({ queryKey: ["scan"] });
  };
  return (
    <div>
      <Group gap="sm">
        <FileButton onChange={(files) => void send(files)} accept=".json,.xml,.gz" multiple>
          {(props) => (
            <Button {...props} variant="default" loading={isBusy} leftSection={<FileUp size={15} aria-hidden />}>
              Choose files
            </Button>
          )}
        </FileButton>
        <Text size="sm" c="dimmed">
          Orrery scans, GLPI inventories (JSON, XML), Nmap XML, also .gz, up to 32 MB each
        </Text>
      </Group>
      <div role="status" aria-label="Files that were sent">
        <List size="sm" mt="sm" listStyleType="none">
          {sent.map(({ id, name, scanId, hosts, fault }) => (
            <List.Item key={id}>
              <bdi>{name}</bdi>:{" "}
              {scanId ? (
                <Link to="/discovery/scans/$scanId" params={{ scanId }}>
                  {hosts} {hosts === 1 ? "host is" : "hosts are"} processed
                </Link>
              ) : (
                <Text span size="sm" c="var(--orrery-critical)">
                  {fault}
                </Text>
              )}
            </List.Item>
          ))}
        </List>
      </div>
    </div>
  );
}

async function submit(file: File): Promise<Sent> {
  const id = `${performance.now()} ${file.name}`;
  const isPacked = /\.gz$/i.test(file.name);
  const type = /\.xml(\.gz)?$/i.test(file.name) ? "application/xml" : "application/json";
  try {
    const response = await fetchAuthorized("/v1/discovery/scan-data", {
      method: "POST",
      headers: { "Content-Type": type, ...(isPacked && { "Content-Encoding": "gzip" }) },
      body: await file.arrayBuffer(),
    });
    const { scan_id: scanId, hosts } = (await response.json()) as { scan_id: string; hosts: number };
    return { id, name: file.name, scanId, hosts };
  } catch (error) {
    return { id, name: file.name, fault: messageOf(error) };
  }
}
