import { must } from './rejection.js'
import type { Check } from './check.js'

const UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/

/** @returns milliseconds. SAML wants UTC without an offset (core, 1.3.3). @throws Rejection */
export function instant(text: string | null, check: Check, code: string): number {
  const time = text !== null && UTC.test(text) ? Date.parse(text) : Number.NaN
  must(!Number.isNaN(time), check, code, {
    expected: 'a time in UTC',
    received: text ?? 'none',
  })
  return time
}

/** For an administrator, who has to find out whose clock is wrong. */
export function difference(time: number, now: number): { expected: string; received: string } {
  return { expected: new Date(now).toISOString(), received: new Date(time).toISOString() }
}
