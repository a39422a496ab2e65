import { Tooltip, UnstyledButton } from "@mantine/core";
import type { Priority } from "./vulnerability-data";
import { percent } from "./vulnerability-data";

type Part = readonly [name: string, value: string, of: { points: number; max: number }];

/** The parts of a priority with their points, and the most that each can give. */
function partsOf({ parts }: Priority): Part[] {
  const { severity, known_exploited, prediction, reach, exposure } = parts;
  const { listening, public: isPublic } = exposure.value;
  const seen = [listening && "listens on a port", isPublic && "has a public address"].filter(Boolean).join(", ");
  return [
    ["Severity", severity.value === null ? "No CVSS score" : `CVSS ${severity.value}`, severity],
    ["Known exploited", known_exploited.value ? "Yes" : "No", known_exploited],
    ["Predicted to be exploited", percent(prediction.value), prediction],
    ["Business services that need it", String(reach.value), reach],
    ["Exposed", seen === "" ? "No server listens or is public" : `A server ${seen}`, exposure],
  ];
}

/** The score, and what it is made of on hover, with the keyboard or by touch. */
export function PriorityScore({ priority }: { priority: Priority | undefined }) {
  if (!priority) return <span>–</span>;
  const parts = (
    <span className="priority-parts">
      {partsOf(priority).map(([name, value, { points }]) => (
        <span key={name}>
          {name}: {value} <b className="numeric">+{points}</b>
        </span>
      ))}
    </span>
  );
  return (
    <Tooltip label={parts} multiline withArrow events={{ hover: true, focus: true, touch: true }}>
      <UnstyledButton
        className="priority-score numeric"
        aria-label={`Priority ${priority.score} of 100`}
        onClick={(event) => event.stopPropagation()}
      >
        {priority.score}
      </UnstyledButton>
    </Tooltip>
  );
}

/** The parts as a table. */
export function PriorityTable({ priority }: { priority: Priority }) {
  return (
    <table className="plain-table" aria-label="What the priority is made of">
      <thead>
        <tr>
          <th scope="col">Part</th>
          <th scope="col">Value</th>
          <th scope="col">Points</th>
        </tr>
      </thead>
      <tbody>
        {partsOf(priority).map(([name, value, { points, max }]) => (
          <tr key={name}>
            <td>{name}</td>
            <td>{value}</td>
            <td className="numeric" style={{ whiteSpace: "nowrap" }}>
              {points} of {max}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
