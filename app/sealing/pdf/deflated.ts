import { deflateSync } from 'node:zlib'

/** Some percent larger than at its best, in a third of the time. */
const LEVEL = 4

export function deflated(bytes: Uint8Array | string): Buffer {
  return deflateSync(bytes, { level: LEVEL })
}
