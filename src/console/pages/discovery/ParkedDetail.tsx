import { Button, Group, Stack, Text, TextInput, Title } from "@mantine/core";
import { useDisclosure, useHotkeys } from "@mantine/hooks";
import { Link } from "@tanstack/react-router";
import { useRef } from "react";
import { CiLink } from "../../components/CiLink";
import { PageError } from "../../components/PageError";
import { Time } from "../../components/Time";
import { useTyped } from "../../components/use-typed";
import { Comparison } from "./Comparison";
import { NewCiModal } from "./NewCiModal";
import { firstSearches, labelOf, type ParkedHost, useCandidates } from "./parked-hosts";

export interface ParkedDetailProps {
  host: ParkedHost;
  find: string | undefined;
  setFind: (text: string) => void;
  mayDecide: boolean;
  isBusy: boolean;
  decide: (ciId: string | null) => void;
  takeBack: () => void;
}

/** One parked host: what was seen, why it waits, the CIs that it may be side by side, and what to do. */
export function ParkedDetail(props: ParkedDetailProps) {
  const { host, find, setFind, mayDecide, isBusy, decide, takeBack } = props;
  const box = useRef<HTMLInputElement>(null);
  const [isNewOpen, newModal] = useDisclosure(false);
  const texts = find === undefined ? firstSearches(host) : [find.trim()];
  const candidates = useCandidates(texts);
  const { by = texts[0], found = [] } = candidates.data ?? {};
  const typed = useTyped(find ?? "", setFind, 300);
  const canDecide = mayDecide && !host.decision && !isBusy && !isNewOpen;
  useHotkeys([
    ["s", () => box.current?.focus()],
    ["d", () => canDecide && decide(null)],
    ["n", () => canDecide && newModal.open()],
    ...["1", "2", "3", "4", "5", "6"].map((key, at): [string, () => void] => [
      key,
      () => canDecide && found[at] && decide(found[at].id),
    ]),
  ]);
  return (
    <Stack component="section" aria-label="The host" className="card" p="md" gap="md">
      <div>
        <Title order={2} lineClamp={2}>
          <bdi>{labelOf(host)}</bdi>
        </Title>
        <Text size="sm" c="dimmed">
          Scanner <bdi>{host.scanner_id}</bdi>, seen {host.times_seen === 1 ? "once" : `${host.times_seen} times`}, last{" "}
          <Time at={host.created_at} /> in{" "}
          <Link to="/discovery/scans/$scanId" params={{ scanId: host.scan_id }}>
            this scan
          </Link>
        </Text>
      </div>
      <div className="note">
        <Text size="sm" fw={600}>
          Why it waits
        </Text>
        <Text size="sm">
          <bdi>{host.reason ?? "Nothing identifies it."}</bdi>
        </Text>
      </div>
      {host.decision ? (
        <Decided host={host} mayDecide={mayDecide} isBusy={isBusy} takeBack={takeBack} />
      ) : (
        <Group align="flex-end" gap="sm">
          <TextInput
            ref={box}
            label="Which CI is it?"
            description="Name, address or serial number"
            placeholder={by || "newest devices"}
            {...typed}
            onKeyDown={(event) => event.key === "Escape" && event.currentTarget.blur()}
            maxLength={200}
            flex="1 1 14rem"
          />
          {mayDecide && (
            <>
              <Button variant="default" onClick={newModal.open} disabled={isBusy}>
                New CI (n)
              </Button>
              <Button variant="default" onClick={() => decide(null)} loading={isBusy}>
                Dismiss (d)
              </Button>
            </>
          )}
        </Group>
      )}
      {candidates.error && <PageError error={candidates.error} reset={() => void candidates.refetch()} />}
      <Comparison host={host} candidates={host.decision ? [] : found} decide={canDecide ? decide : undefined} />
      {!host.decision && found.length === 0 && !candidates.isFetching && (
        <Text size="sm" c="dimmed" role="status">
          No device is found by that.
        </Text>
      )}
      {!mayDecide && (
        <Text size="sm" c="dimmed">
          To decide, you need the scope discovery.execute.
        </Text>
      )}
      <NewCiModal isOpen={isNewOpen} close={newModal.close} onCreated={decide} />
    </Stack>
  );
}

function Decided({
  host,
  mayDecide,
  isBusy,
  takeBack,
}: Pick<ParkedDetailProps, "host" | "mayDecide" | "isBusy" | "takeBack">) {
  const { decision } = host;
  if (!decision) return null;
  return (
    <Group gap="sm">
      <Text size="sm" component="div">
        {decision.ci_id ? (
          <>
            It is <CiLink id={decision.ci_id} />
          </>
        ) : (
          "Dismissed"
        )}{" "}
        <Time at={decision.decided_at} />
      </Text>
      {mayDecide && (
        <Button size="xs" variant="default" onClick={takeBack} loading={isBusy}>
          Take back: it waits again
        </Button>
      )}
    </Group>
  );
}
