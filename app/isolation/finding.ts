/** A hole, or something that keeps the proof from seeing one. */
export interface Finding {
  /** Which boundary has it, or where it was seen. */
  readonly boundary: string
  readonly message: string
}
