export const DELIVERY_METHODS = ["none", "email", "webhook"] as const;
export type DeliveryMethod = (typeof DELIVERY_METHODS)[number];

export const DELIVERY_STATES = ["pending", "delivered", "failed"] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** Where a report goes once it is completed; `recipients` are addresses of mails. */
export interface DeliveryRequest {
  method: DeliveryMethod;
  recipients: readonly string[];
}

/** A delivery as the status of its report shows it. */
export interface ReportDelivery {
  method: "email" | "webhook";
  /** An address, or the id of a webhook; null where no webhook was left. */
  recipient: string | null;
  status: DeliveryState;
  error: string | null;
  /** When it last changed. */
  at: Date;
}

/** A mail to send now. */
export interface DueMail {
  id: string;
  tenantId: string;
  reportId: string;
  recipient: string;
  /** Tries, this one included. */
  tries: number;
}

/** The largest file that a mail carries, in bytes; a larger one is linked. */
export const MAX_ATTACHMENT_BYTES = 10 * 1_024 * 1_024;
/** Tries of a mail that is not refused; they last about five hours. */
export const MAX_MAIL_TRIES = 12;
