import { Button, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { bodyOf, v1 } from "../../api/client";
import { useMay, useSession } from "../../app/session-context";
import { ConfirmModal } from "../../components/ConfirmModal";
import { faultOf } from "../../components/FormFaults";
import { FormModal } from "../../components/FormModal";
import { notifyDone, notifyFailed } from "../../components/notify";
import { LONGEST_NAME, type Report, refreshReports, saveReport } from "./report-data";

type Dialog = "rename" | "delete";

/** What may be done with a report: reading by all who see it, changes by its owner and administrators. */
export function ReportActions({ report }: { report: Report }) {
  const may = useMay();
  const { user } = useSession();
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<Dialog>();
  const download = useMutation({ mutationFn: saveReport, onError: (error) => notifyFailed(error) });
  const share = useMutation({
    mutationFn: (shared: boolean) => change(report.id, { shared }),
    onSuccess: ({ shared }) => {
      notifyDone(shared ? "All who may read reports see it now" : "Only its owner and administrators see it now");
      void refreshReports();
    },
    onError: (error) => notifyFailed(error),
  });
  const mayChange = may("reports.create") && (report.created_by === user.id || may("admin.users"));
  const again = () => void navigate({ to: "/reports/runs", search: { new: report.template_id } });
  return (
    <>
      {may("reports.export") && report.status === "completed" && (
        <Button size="xs" loading={download.isPending} onClick={() => download.mutate(report)}>
          Download
        </Button>
      )}
      {may("reports.create") && report.template_id !== "question" && (
        <Button size="xs" variant="default" onClick={again}>
          Generate another
        </Button>
      )}
      {mayChange && (
        <>
          <Button size="xs" variant="default" loading={share.isPending} onClick={() => share.mutate(!report.shared)}>
            {report.shared ? "Stop sharing" : "Share"}
          </Button>
          <Button size="xs" variant="default" onClick={() => setDialog("rename")}>
            Rename
          </Button>
          <Button size="xs" variant="default" onClick={() => setDialog("delete")}>
            Delete
          </Button>
        </>
      )}
      {dialog === "rename" && <Rename report={report} close={() => setDialog(undefined)} />}
      <DeleteReport report={report} isOpen={dialog === "delete"} close={() => setDialog(undefined)} />
    </>
  );
}

const change = (id: string, body: { shared?: boolean; name?: string }) =>
  bodyOf(v1.PATCH("/v1/reports/{id}", { params: { path: { id } }, body }));

function Rename({ report, close }: { report: Report; close: () => void }) {
  const [name, setName] = useState(report.name);
  const save = useMutation({
    mutationFn: () => change(report.id, { name: name.trim() }),
    onSuccess: () => {
      notifyDone("The report is renamed");
      void refreshReports();
      close();
    },
  });
  return (
    <FormModal
      title="Rename report"
      action="Rename"
      close={close}
      submit={() => save.mutate()}
      isPending={save.isPending}
      error={save.error}
      fields={["name"]}
    >
      <TextInput
        label="Name"
        required
        data-autofocus
        maxLength={LONGEST_NAME}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={faultOf(save.error, "name")}
      />
    </FormModal>
  );
}

function DeleteReport({ report, isOpen, close }: { report: Report; isOpen: boolean; close: () => void }) {
  const navigate = useNavigate();
  const remove = useMutation({
    mutationFn: () => bodyOf(v1.DELETE("/v1/reports/{id}", { params: { path: { id: report.id } } })),
    onSuccess: async () => {
      notifyDone("The report is deleted");
      await navigate({ to: "/reports/runs", search: {} });
      void refreshReports();
    },
  });
  return (
    <ConfirmModal
      title={`Delete report ${report.name}?`}
      action="Delete report"
      isOpen={isOpen}
      isPending={remove.isPending}
      error={remove.error}
      close={close}
      confirm={() => remove.mutate()}
    >
      {report.status === "generating"
        ? "It is given up, and nothing of it is kept."
        : "Its file goes with it. What was sent by mail stays with its receivers."}
    </ConfirmModal>
  );
}
