import type { EstatePart } from "../demo.model.ts";
import { link } from "./builders.ts";

type Criticality = "critical" | "high" | "medium" | "low";

interface EstateService {
  description: string;
  criticality: Criticality;
  /** Percent of the time. */
  availability: number;
  /** Components with their roles. */
  components: Readonly<Record<string, string>>;
}

const SERVICES: Readonly<Record<string, EstateService>> = {
  "Online Shop": {
    description: "What customers see: catalogue, search and cart",
    criticality: "critical",
    availability: 99.95,
    components: {
      "vip-shop": "entry",
      "shop-frontend": "frontend",
      "mobile-bff": "frontend",
      "catalog-api": "backend",
      "cart-api": "backend",
    },
  },
  "Checkout and Payment": {
    description: "From the cart to the paid order",
    criticality: "critical",
    availability: 99.95,
    components: { "checkout-api": "backend", "payments-api": "external", "order-events": "queue" },
  },
  "Order Fulfilment": {
    description: "From the paid order to the parcel",
    criticality: "high",
    availability: 99.9,
    components: { "order-worker": "backend", "stock-api": "backend", "tracking-page": "frontend" },
  },
  "Customer Care": {
    description: "Customer records and tickets",
    criticality: "high",
    availability: 99.9,
    components: { "crm-web": "frontend", "crm-api": "backend", "ticket-desk": "backend", "crm-db": "database" },
  },
  Billing: {
    description: "Invoices and payments",
    criticality: "high",
    availability: 99.9,
    components: {
      "billing-web": "frontend",
      "billing-api": "backend",
      "billing-worker": "backend",
      "billing-db": "database",
    },
  },
  "Single Sign-On": {
    description: "One login for all who work here",
    criticality: "critical",
    availability: 99.99,
    components: { "identity-provider": "backend", "identity-db": "database" },
  },
  Collaboration: {
    description: "Wiki, chat and mail",
    criticality: "medium",
    availability: 99.5,
    components: { wiki: "backend", chat: "backend", "mail-server": "backend" },
  },
  "Software Delivery": {
    description: "From a commit to a container in production",
    criticality: "medium",
    availability: 99.5,
    components: { "git-forge": "backend", "ci-server": "backend", "container-registry": "backend" },
  },
};

/** Business services with their components. */
export function services(): EstatePart {
  return {
    cis: Object.entries(SERVICES).map(([name, { description, criticality, availability }]) => ({
      name,
      type: "business_service",
      description,
      attributes: { criticality, sla: { availability, response_time: 500 } },
    })),
    links: Object.entries(SERVICES).flatMap(([name, { components }]) =>
      Object.entries(components).map(([component, role]) => link("part_of", component, name, { role })),
    ),
  };
}
