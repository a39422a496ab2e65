import { SimpleGrid, Skeleton, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { bodyOf, v1 } from "../../api/client";
import { Bar } from "../../components/Bar";
import { EmptyState } from "../../components/EmptyState";
import { PageError } from "../../components/PageError";
import { PageHeader } from "../../components/PageHeader";
import { SectionNav } from "../../components/SectionNav";
import { StatusMark } from "../../components/StatusMark";
import { type Backtest, DIMENSIONS, SECTIONS } from "./change-data";

export function BacktestPage() {
  const { data, error, refetch } = useQuery({
    queryKey: ["change", "backtest"],
    queryFn: () => bodyOf(v1.GET("/v1/change-analyses/backtest")),
  });
  return (
    <>
      <PageHeader title="Back-test" hint="How well the scores told which changes would fail" />
      <SectionNav label="Changes" sections={SECTIONS} />
      {error && !data ? (
        <PageError error={error} reset={() => void refetch()} />
      ) : data ? (
        <Result result={data} />
      ) : (
        <Skeleton height={200} role="status" aria-label="Back-test: loading" />
      )}
    </>
  );
}

function Result({ result }: { result: Backtest }) {
  const { analyses, failed, auc } = result;
  if (analyses === 0) {
    return (
      <div className="card">
        <EmptyState title="No outcome is recorded yet">
          Record on each analysis what became of its change. From then on this page compares the scores with that.
        </EmptyState>
      </div>
    );
  }
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 3 }} mb="md">
        <Figure label="Changes with an outcome" value={String(analyses)} />
        <Figure label="Failed" value={`${failed} (${percent(failed, analyses)})`} />
        <Figure
          label="AUC"
          value={auc === null ? "–" : auc.toFixed(2)}
          hint={
            auc === null
              ? "It needs changes that failed and changes that succeeded"
              : "Chance that a change that failed had the higher score; 0.5 is a guess, 1 is always right"
          }
        />
      </SimpleGrid>
      <Calibration result={result} />
      <Weights result={result} />
    </>
  );
}

function Figure({ label, value, hint }: { label: string; value: string; hint?: string }) {
  return (
    <div className="card" style={{ padding: 12 }}>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Text fz={22} fw={600} className="numeric">
        {value}
      </Text>
      {hint && (
        <Text size="xs" c="dimmed">
          {hint}
        </Text>
      )}
    </div>
  );
}

/** Whether more of the changes failed the higher their level was. */
function Calibration({ result: { by_level } }: { result: Backtest }) {
  const rates = by_level.flatMap(({ analyses, failed }) => (analyses > 0 ? [failed / analyses] : []));
  const isRising = rates.every((rate, index) => index === 0 || rate >= rates[index - 1]!);
  return (
    <section>
      <Title order={2}>Calibration</Title>
      <Text size="sm" c="dimmed" mb={6}>
        {rates.length < 2
          ? "Changes of one level only: nothing to compare yet."
          : isRising
            ? "The higher the level, the more of the changes failed, as it should be."
            : "A lower level failed more often than a higher one: the weights do not fit, or there are too few changes."}
      </Text>
      <div className="card" style={{ marginBottom: 16 }}>
        <table className="plain-table">
          <thead>
            <tr>
              <th scope="col">Level</th>
              <th scope="col">Changes</th>
              <th scope="col">Failed</th>
              <th scope="col">Share that failed</th>
            </tr>
          </thead>
          <tbody>
            {by_level.map(({ level, analyses, failed }) => (
              <tr key={level}>
                <td>
                  <StatusMark state={level} />
                </td>
                <td className="numeric">{analyses}</td>
                <td className="numeric">{failed}</td>
                <td style={{ width: "35%" }}>
                  <span className="numeric">{analyses > 0 ? percent(failed, analyses) : "–"}</span>
                  {analyses > 0 && <Bar value={(failed / analyses) * 100} colour="var(--orrery-critical)" />}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Weights({ result: { suggested_weights: suggested } }: { result: Backtest }) {
  return (
    <section>
      <Title order={2} mb={6}>
        Weights that would fit better
      </Title>
      {suggested ? (
        <>
          <Text size="sm" mb="xs">
            From {suggested.analyses} changes: AUC {suggested.auc.toFixed(2)} instead of{" "}
            {suggested.current_auc.toFixed(2)} with those that hold. An administrator sets them in the settings.
          </Text>
          <SimpleGrid cols={{ base: 2, sm: 4 }}>
            {DIMENSIONS.map((name) => (
              <Figure key={name} label={name} value={`${Math.round(suggested.weights[name] * 100)} %`} />
            ))}
          </SimpleGrid>
        </>
      ) : (
        <Text c="dimmed">None is suggested: there are too few outcomes, or the present weights do as well.</Text>
      )}
    </section>
  );
}

const percent = (part: number, whole: number) => `${Math.round((part / whole) * 100)} %`;
