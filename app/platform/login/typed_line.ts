/** What was typed into a field of the log-in: as it is, or nothing when it is no such thing. */
export function typedLine(value: unknown, max: number): string {
  return typeof value === 'string' && value.length <= max && !value.includes('\0') ? value : ''
}
