import { Alert, Skeleton, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import type { components } from "../../api/v1";
import { Actor } from "../../components/Actor";
import { Bar } from "../../components/Bar";
import { Facts } from "../../components/Facts";
import { Name } from "../../components/Name";
import { NeedsScope } from "../../components/NeedsScope";
import { PageError } from "../../components/PageError";
import { PageHeader } from "../../components/PageHeader";
import { SectionNav } from "../../components/SectionNav";
import { StatusMark } from "../../components/StatusMark";
import { ExactTime, Time } from "../../components/Time";
import { words } from "../../components/words";
import { ReportActions } from "./ReportActions";
import { type Report, reportQuery, SECTIONS, templatesQuery } from "./report-data";
import "./reports.css";

type Status = components["schemas"]["ReportStatus"];
const route = getRouteApi("/shell/reports/runs/$id");

export function ReportPage() {
  return (
    <NeedsScope scope="reports.read" title="Report">
      <OneReport />
    </NeedsScope>
  );
}

function OneReport() {
  const { id } = route.useParams();
  const { data, error, refetch } = useQuery(reportQuery(id));
  if (error && !data) {
    return (
      <>
        <PageHeader title="Report" />
        <PageError error={error} reset={() => void refetch()} />
      </>
    );
  }
  if (!data) return <Skeleton height={240} role="status" aria-label="Report: loading" />;
  const { report, status } = data;
  return (
    <>
      <PageHeader title={report.name} hint={<StatusMark state={status.status} />}>
        <ReportActions report={report} />
      </PageHeader>
      <SectionNav label="Reports and questions" sections={SECTIONS} />
      <Progress status={status} />
      <div className="report-panels">
        <ReportFacts report={report} status={status} />
        <Deliveries status={status} />
      </div>
    </>
  );
}

function Progress({ status: { status, error, progress } }: { status: Status }) {
  if (status === "failed") {
    return (
      <Alert color="red" variant="light" role="alert" mb="md" title="The report could not be generated">
        <bdi>{error ?? "The service gave no reason."}</bdi>
      </Alert>
    );
  }
  if (status === "expired") {
    return (
      <Alert color="gray" variant="light" mb="md" title="Its file is gone">
        Files are kept for as many days as the settings of the tenant say. Generate it anew to read it again.
      </Alert>
    );
  }
  if (status !== "generating") return null;
  const { done, total } = progress;
  return (
    <section className="card card-padded report-progress" aria-label="Progress">
      <Text size="sm" role="status">
        {total === null
          ? "It waits for its turn"
          : `${done.toLocaleString("en")} of ${total.toLocaleString("en")} rows are written`}
      </Text>
      <Bar value={total ? (done / total) * 100 : 0} />
    </section>
  );
}

function ReportFacts({ report, status }: { report: Report; status: Status }) {
  const templates = useQuery(templatesQuery);
  const template = templates.data?.find(({ id }) => id === report.template_id);
  const { ignored_parameters: ignored } = status;
  return (
    <section className="card card-padded">
      <Facts
        facts={[
          ["Template", <Name key="template">{template?.name ?? words(report.template_id)}</Name>],
          ["About", words(report.category)],
          ["Format", report.format.toUpperCase()],
          ["Rows", report.rows?.toLocaleString("en")],
          ["Size", report.size_bytes === null ? undefined : sizeOf(report.size_bytes)],
          ["Asked by", <Actor key="by" id={report.created_by} />],
          ["Asked", <ExactTime key="at" at={report.created_at} />],
          ["Completed", report.completed_at && <ExactTime key="completed" at={report.completed_at} />],
          ["File kept until", report.expires_at && <ExactTime key="expires" at={report.expires_at} />],
          ["Who sees it", report.shared ? "All who may read reports" : "Its owner and administrators"],
        ]}
      />
      {ignored.length > 0 && (
        <Text size="sm" c="dimmed" mt="sm">
          The template has no use for: <bdi>{ignored.join(", ")}</bdi>
        </Text>
      )}
    </section>
  );
}

function Deliveries({ status: { deliveries } }: { status: Status }) {
  return (
    <section className="card card-padded">
      <Title order={2} fz="md" mb="xs">
        Deliveries
      </Title>
      {deliveries.length === 0 && (
        <Text size="sm" c="dimmed">
          It was sent to nobody: the file is here.
        </Text>
      )}
      <ul className="plain-list">
        {deliveries.map(({ method, recipient, status, error, at }) => (
          <li key={`${method} ${recipient} ${at}`}>
            <Name>{recipient ?? "No webhook was left"}</Name>
            <Text size="xs" c="dimmed" component="div">
              <StatusMark state={status} /> {method} · <Time at={at} />
            </Text>
            {error && (
              <Text size="sm">
                <bdi>{error.slice(0, 1_000)}</bdi>
              </Text>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function sizeOf(bytes: number): string {
  const kilobytes = bytes / 1_024;
  return kilobytes < 1_024 ? `${Math.max(1, Math.round(kilobytes))} KB` : `${(kilobytes / 1_024).toFixed(1)} MB`;
}
