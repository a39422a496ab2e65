import type { components } from "../../../api/api";
import type { Column } from "../../../components/DataTable";
import { StatusMark } from "../../../components/StatusMark";
import { Time } from "../../../components/Time";
import { Feedback } from "../Feedback";
import { costOf, millisecondsOf, numberOf, shareOf } from "./words";

type Dashboard = components["schemas"]["AiDashboard"];
type Operation = Dashboard["byOperation"][number];
type Model = Dashboard["byModel"][number];
type Query = components["schemas"]["ListedAiQuery"];

const figures: readonly Column<Omit<Model, "model">>[] = [
  { id: "requests", header: "Number", width: "6rem", cell: ({ requests }) => numberOf(requests) },
  { id: "errors", header: "Failed", width: "5rem", cell: ({ errors }) => numberOf(errors) },
  { id: "p50", header: "Half within", width: "7rem", isOptional: true, cell: ({ p50 }) => millisecondsOf(p50) },
  { id: "p95", header: "95 of 100 within", width: "9rem", isOptional: true, cell: ({ p95 }) => millisecondsOf(p95) },
  {
    id: "tokens",
    header: "Tokens",
    width: "9rem",
    isOptional: true,
    cell: ({ tokens }) => `${numberOf(tokens?.prompt)} / ${numberOf(tokens?.completion)}`,
  },
  { id: "cost", header: "Cost", width: "6rem", isOptional: true, cell: ({ cost }) => costOf(cost) },
];

export const BY_OPERATION: readonly Column<Operation>[] = [
  { id: "operation", header: "Operation", cell: ({ operation }) => operation },
  ...figures,
  {
    id: "rules",
    header: "By rules instead",
    width: "9rem",
    isOptional: true,
    cell: ({ fallbackRate }) => shareOf(fallbackRate),
  },
];

export const BY_MODEL: readonly Column<Model>[] = [
  { id: "model", header: "Model", cell: ({ model }) => <bdi title={model}>{model}</bdi> },
  ...figures,
];

export const QUERIES: readonly Column<Query>[] = [
  { id: "operation", header: "Operation", cell: ({ operation }) => operation },
  { id: "status", header: "Status", width: "8rem", cell: ({ status = "completed" }) => <StatusMark state={status} /> },
  { id: "source", header: "By", width: "6rem", isOptional: true, cell: ({ source }) => source ?? "–" },
  { id: "sure", header: "Sure", width: "5rem", isOptional: true, cell: ({ confidence }) => shareOf(confidence) },
  { id: "took", header: "Took", width: "6rem", isOptional: true, cell: ({ latencyMs }) => millisecondsOf(latencyMs) },
  { id: "cost", header: "Cost", width: "5rem", isOptional: true, cell: ({ cost }) => costOf(cost) },
  { id: "at", header: "When", width: "8rem", isOptional: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
  {
    id: "rating",
    header: "Right?",
    width: "6rem",
    cell: ({ id, feedback }) => <Feedback queryId={id} given={feedback} />,
  },
];
