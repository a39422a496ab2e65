import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { requireSession } from "../../app/guard";
import { rootRoute, shellRoute } from "../../app/routes";

/** Where to go after the login: an address within the console, never another site's. */
function validateSearch({ next }: Record<string, unknown>): { next?: string } {
  return typeof next === "string" && /^\/(?![/\\])/.test(next) ? { next } : {};
}

const login = createRoute({
  getParentRoute: () => rootRoute,
  path: "/login",
  validateSearch,
  component: lazyRouteComponent(() => import("./LoginPage"), "LoginPage"),
});

const password = createRoute({
  getParentRoute: () => rootRoute,
  path: "/password",
  validateSearch,
  beforeLoad: ({ location, search: { next = "/" } }) => requireSession({ location: { ...location, href: next } }),
  component: lazyRouteComponent(() => import("./PasswordPage"), "PasswordPage"),
});

export const loginRoutes = [login, password] as const;

const account = createRoute({
  getParentRoute: () => shellRoute,
  path: "/account",
  component: lazyRouteComponent(() => import("./AccountPage"), "AccountPage"),
});

export const accountRoutes = [account] as const;
