import { Switch, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { bodyOf, v1 } from "../../api/client";
import { faultOf } from "../../components/FormFaults";
import { FormModal } from "../../components/FormModal";
import { notifyDone } from "../../components/notify";
import { REQUEST_FIELDS, RequestFields } from "./RequestFields";
import { LONGEST_NAME, ownZone, refreshReports } from "./report-data";
import { emptyRequest, requestOf } from "./request-draft";

/** Has one report generated now, and opens its page. */
export function GenerateForm({ templateId, close }: { templateId: string | null; close: () => void }) {
  const navigate = useNavigate();
  const [draft, setDraft] = useState(() => emptyRequest(templateId));
  const [name, setName] = useState("");
  const [shared, setShared] = useState(false);
  const generate = useMutation({
    mutationFn: () =>
      bodyOf(
        v1.POST("/v1/reports/generate", {
          body: { ...requestOf(draft, ownZone()), shared, ...(name.trim() && { name: name.trim() }) },
        }),
      ),
    onSuccess: async ({ report_id }) => {
      notifyDone("The report is being generated");
      void refreshReports();
      await navigate({ to: "/reports/runs/$id", params: { id: report_id } });
    },
  });
  return (
    <FormModal
      title="Generate a report"
      action="Generate"
      close={close}
      submit={() => generate.mutate()}
      isPending={generate.isPending}
      error={generate.error}
      fields={[...REQUEST_FIELDS, "name"]}
    >
      <RequestFields
        draft={draft}
        set={(change) => setDraft((before) => ({ ...before, ...change }))}
        error={generate.error}
      />
      <TextInput
        label="Name"
        description="Empty: that of the template"
        maxLength={LONGEST_NAME}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={faultOf(generate.error, "name")}
      />
      <Switch
        label="Shared"
        description="All who may read reports see it"
        checked={shared}
        onChange={(event) => setShared(event.currentTarget.checked)}
      />
    </FormModal>
  );
}
