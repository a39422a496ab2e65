import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { notifyFailed } from "../../components/notify";

/** Saves the rows that are shown as CSV. */
export function CsvButton({ save }: { save: () => Promise<void> }) {
  const download = useMutation({ mutationFn: save, onError: (error) => notifyFailed(error) });
  return (
    <Button
      size="compact-xs"
      variant="default"
      leftSection={<Download size={14} aria-hidden />}
      loading={download.isPending}
      onClick={() => download.mutate()}
    >
      CSV
    </Button>
  );
}
