import type { TreeHead } from './merkle_proof.js'

const MAX_ORIGIN = 255

/** A tree head of a named log (C2SP tlog-checkpoint). */
export interface LogHead extends TreeHead {
  origin: string
}

export function headText({ origin, size, root }: LogHead): string {
  return `${origin}\n${size}\n${root.toString('base64')}\n`
}

/** @returns null for what is none; lines that follow the root are extensions, and passed over */
export function parseHead(text: string): LogHead | null {
  const [origin, count, encoded] = text.split('\n')
  const root = Buffer.from(encoded ?? '', 'base64')
  const size = Number(count)
  if (!origin || origin.length > MAX_ORIGIN || !/^(0|[1-9]\d*)$/.test(count ?? '')) return null
  if (!Number.isSafeInteger(size) || root.length !== 32 || root.toString('base64') !== encoded)
    return null
  return { origin, size, root }
}
