import { Lock } from "lucide-react";
import type { ReactNode } from "react";
import { useMay } from "../app/session-context";
import { EmptyState } from "./EmptyState";

/** Shows what is within to those who have the scope, and to the others why there is nothing. */
export function NeedsScope({ scope, children }: { scope: string; children: ReactNode }) {
  const may = useMay();
  if (may(scope)) return children;
  return (
    <div className="card">
      <EmptyState title="You may not see this" icon={Lock}>
        It needs the scope {scope}. An administrator can give it to you.
      </EmptyState>
    </div>
  );
}
