import { Lock } from "lucide-react";
import type { ReactNode } from "react";
import { useMay } from "../app/session-context";
import { EmptyState } from "./EmptyState";
import { PageHeader } from "./PageHeader";

/** Shows a page to those who have the scope, and to the others its title and why there is nothing. */
export function NeedsScope({ scope, title, children }: { scope: string; title: string; children: ReactNode }) {
  const may = useMay();
  if (may(scope)) return children;
  return (
    <>
      <PageHeader title={title} />
      <div className="card">
        <EmptyState title="You may not see this" icon={Lock}>
          It needs the scope {scope}. An administrator can give it to you.
        </EmptyState>
      </div>
    </>
  );
}
