import { Button, FileButton, List, Menu, Modal, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { Download, FileUp } from "lucide-react";
import { fetchAuthorized } from "../../api/client";
import type { components } from "../../api/v1";
import { queryClient } from "../../app/query";
import { useMay } from "../../app/session-context";
import { notifyFailed } from "../../components/notify";

type ImportResult = components["schemas"]["ImportResult"];

/** Mappings from a file and into one. The file has what the filters leave. */
export function ImportExport({ filters }: { filters: Record<string, string> }) {
  const may = useMay();
  const download = useMutation({
    mutationFn: (format: "csv" | "ndjson") => save(filters, format),
    onError: (error) => notifyFailed(error, "The file was not made"),
  });
  const upload = useMutation({
    mutationFn: send,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ["software"] }),
    onError: (error) => notifyFailed(error, "The file was not imported"),
  });
  return (
    <>
      <Menu>
        <Menu.Target>
          <Button variant="default" leftSection={<Download size={15} aria-hidden />} loading={download.isPending}>
            Export
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => download.mutate("csv")}>As CSV</Menu.Item>
          <Menu.Item onClick={() => download.mutate("ndjson")}>As NDJSON, one JSON a line</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {may("software.write") && (
        <FileButton onChange={(file) => file && upload.mutate(file)} accept=".csv,.ndjson,.jsonl">
          {(props) => (
            <Button
              {...props}
              variant="default"
              leftSection={<FileUp size={15} aria-hidden />}
              loading={upload.isPending}
            >
              Import
            </Button>
          )}
        </FileButton>
      )}
      <Modal
        opened={upload.data !== undefined}
        onClose={upload.reset}
        title="What became of the file"
        closeButtonProps={{ "aria-label": "Close" }}
      >
        {upload.data && <Result result={upload.data} />}
      </Modal>
    </>
  );
}

function Result({ result }: { result: ImportResult }) {
  const { total, created, updated, unchanged, kept, failed, faults } = result;
  return (
    <Stack gap="sm">
      <Text size="sm">
        {total} lines: {created} new, {updated} changed, {unchanged} as they were, {kept} kept as people made them,{" "}
        {failed} faulty.
      </Text>
      {faults.length > 0 && (
        <List size="sm">
          {faults.map(({ line, field, error }) => (
            <List.Item key={`${line} ${field} ${error}`}>
              Line {line}, <bdi>{field}</bdi>: <bdi>{error}</bdi>
            </List.Item>
          ))}
        </List>
      )}
    </Stack>
  );
}

async function send(file: File): Promise<ImportResult> {
  const type = /\.csv$/i.test(file.name) ? "text/csv" : "application/x-ndjson";
  const response = await fetchAuthorized("/v1/software-mappings/import", {
    method: "POST",
    headers: { "Content-Type": type },
    body: await file.arrayBuffer(),
  });
  return response.json();
}

async function save(filters: Record<string, string>, format: string): Promise<void> {
  const query = new URLSearchParams({ ...filters, format });
  const response = await fetchAuthorized(`/v1/software-mappings/export?${query}`);
  const address = URL.createObjectURL(await response.blob());
  const link = document.createElement("a");
  link.href = address;
  link.download = `software-mappings.${format}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
