import { List, Stack, Text, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { CiLink } from "../../components/CiLink";
import { StatusMark } from "../../components/StatusMark";
import type { HostResult } from "./ScanPage";

/** What each rule of identification rests on, by its number. */
const RULES = [
  "the scanner's own key of the host",
  "serial number and UUID",
  "serial number",
  "UUID and a second fact",
  "MAC address and a second fact",
  "full name or host name",
  "address alone",
];

/** In a few words why the host is the CI that it is. */
export function wordsOfRule({ decision, outcome, ci_id }: HostResult): string {
  if (!decision) return outcome === null ? "not yet processed" : "";
  if (decision.rule !== null) return `Rule ${decision.rule}: ${RULES[decision.rule] ?? "unknown"}`;
  if (decision.matched.person) return "A person chose this CI";
  return ci_id ? "No known CI matched: it became a new one" : "Nothing identifies it";
}

/** Everything that decided which CI a host is. */
export function HostDecision({ result }: { result: HostResult }) {
  const { decision, outcome, error, ci_id: ciId } = result;
  const matched = Object.entries(decision?.matched ?? {});
  return (
    <Stack gap="md">
      <Part title="Outcome">
        <StatusMark state={outcome ?? "pending"} />
        {ciId && <CiLink id={ciId} />}
        {error && (
          <Text size="sm">
            <bdi>{error}</bdi>
          </Text>
        )}
        {outcome === "parked" && (
          <Text size="sm">
            <Link to="/discovery/parked">Decide it among the parked hosts</Link>
          </Text>
        )}
      </Part>
      <Part title="What decided">
        <Text size="sm">{wordsOfRule(result)}</Text>
        {matched.length > 0 && (
          <table className="comparison">
            <tbody>
              {matched.map(([kind, value]) => (
                <tr key={kind}>
                  <th scope="row">{kind.replaceAll("_", " ")}</th>
                  <td>
                    <bdi>{value}</bdi>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Part>
      {decision && (
        <>
          <Part title="Other candidates">
            {decision.candidates.length === 0 && <Text size="sm">None came into question.</Text>}
            <List size="sm" spacing="xs">
              {decision.candidates.map(({ ci_id: id, lost_because: why }) => (
                <List.Item key={id}>
                  <CiLink id={id} /> <bdi>{why}</bdi>
                </List.Item>
              ))}
            </List>
          </Part>
          {decision.conflicts.length > 0 && (
            <Part title="Conflicts to review">
              <List size="sm">
                {decision.conflicts.map((conflict) => (
                  <List.Item key={conflict}>
                    <bdi>{conflict}</bdi>
                  </List.Item>
                ))}
              </List>
            </Part>
          )}
          {decision.clone_of.length > 0 && (
            <Part title="Clones: a common identifier, other machines">
              {decision.clone_of.map((id) => (
                <CiLink key={id} id={id} />
              ))}
            </Part>
          )}
        </>
      )}
    </Stack>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack gap={6} component="section" align="flex-start">
      <Title order={3}>{title}</Title>
      {children}
    </Stack>
  );
}
