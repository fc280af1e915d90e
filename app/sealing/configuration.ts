import type { X509Certificate } from 'node:crypto'
import { Setting } from '#app/foundation/setting'

export interface Timestamps {
  /** Asked one after the other, until one of them answers. */
  urls: string[]
  /** What a time stamp's certificate must lead to; none leaves that to readers. */
  roots: X509Certificate[]
}

export const timestamps = new Setting<Timestamps>('time stamps')
