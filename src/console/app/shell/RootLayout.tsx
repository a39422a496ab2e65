import { Outlet, useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { useMaybeSession } from "../session-context";

/** All pages. When the session ends, by whichever tab, the page's guard sends to the login. */
export function RootLayout() {
  const router = useRouter();
  const isLoggedIn = useMaybeSession() !== undefined;
  useEffect(() => {
    if (!isLoggedIn) void router.invalidate();
  }, [isLoggedIn, router]);
  return <Outlet />;
}
