import type { X509Certificate } from 'node:crypto'
import { Setting } from '#app/foundation/setting'
import type { SealLevel } from './seal_order.js'

export interface Timestamps {
  /** Asked one after the other, until one of them answers. */
  urls: string[]
  /** What a time stamp's certificate must lead to; none leaves that to readers. */
  roots: X509Certificate[]
  /** What no new time stamp may depend on, and older ones are renewed for: digests and keys, such as `sha256` or `rsa-2048`. */
  retired: readonly string[]
}

/** What seals with a time stamp are raised to. */
export type RaisedLevel = Extract<SealLevel, 'B-T' | 'B-LT' | 'B-LTA'>

export const timestamps = new Setting<Timestamps>('time stamps')

export const sealLevel = new Setting<RaisedLevel>('the level of seals')

/** Whether time stamps over sealed files are made, and renewed before they end. */
export function renewsStamps(): boolean {
  return sealLevel.value === 'B-LTA' && timestamps.value.urls.length > 0
}
