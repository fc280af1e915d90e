/**
 * A statement of our own: the preamble of a unit, its end, its savepoints. The guard lets it pass for what it is and not for how
 * it reads, so no text that reaches a query can open a unit in another tenant's name or end the one that is open.
 */
export class ControlStatement {
  /** @param role  whose unit it opens */
  constructor(
    readonly text: string,
    readonly role?: string
  ) {}
}

export const COMMIT = new ControlStatement('COMMIT')
export const ROLLBACK = new ControlStatement('ROLLBACK')
