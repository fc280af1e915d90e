/** A hole, or something that keeps the proof from seeing one. */
export interface Finding {
  /** Which wall has it, or where it was seen. */
  readonly wall: string
  readonly message: string
}
