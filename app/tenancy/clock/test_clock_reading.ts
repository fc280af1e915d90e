import type { SchemaNames } from '../tenant_ref.js'

/** Read with every preamble of a sandbox, in the same message: no statement waits for it. */
export function clockStatement({ account }: SchemaNames): string {
  return `;SELECT offset_ms FROM ${account}.test_clock`
}

/** How far the clock is ahead, as the answer to a preamble tells it; null where it tells nothing of it. */
export function clockReading(answer: unknown): number | null {
  const last = Array.isArray(answer) ? (answer.at(-1) as { rows?: unknown[] }) : undefined
  const row = last?.rows?.[0] as { offset_ms?: number } | undefined
  return row?.offset_ms ?? null
}
