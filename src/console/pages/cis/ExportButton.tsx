import { Button, Tooltip } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { notifyDone, notifyFailed } from "../../components/notify";
import { exportCis, MAX_EXPORTED } from "./export-cis";
import type { ListSearch } from "./list-search";

/** Saves what is filtered, with the shown columns, as CSV. */
export function ExportButton(props: { search: ListSearch; shown: readonly string[]; total: number }) {
  const { search, shown, total } = props;
  const work = useMutation({
    mutationFn: () => exportCis(search, shown),
    onSuccess: (count) => notifyDone(`${count.toLocaleString("en")} configuration items saved as CSV`),
    onError: (error) => notifyFailed(error, "The export failed"),
  });
  const count = Math.min(total, MAX_EXPORTED);
  const hint =
    total > MAX_EXPORTED
      ? `Saves the first ${MAX_EXPORTED.toLocaleString("en")} of ${total.toLocaleString("en")} with the shown columns; filter to export the others`
      : `Saves all ${count.toLocaleString("en")} that match, with the shown columns`;
  return (
    <Tooltip label={hint} multiline maw={320}>
      <Button
        variant="default"
        leftSection={<Download size={15} aria-hidden />}
        loading={work.isPending}
        disabled={total === 0}
        onClick={() => work.mutate()}
      >
        CSV
      </Button>
    </Tooltip>
  );
}
