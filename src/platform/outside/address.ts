/** An address that a name leads to. */
export interface Address {
  address: string;
  /** 4 or 6. */
  family: number;
}
