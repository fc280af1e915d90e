import { cutText } from '#app/foundation/cut_text'
import { printableOf } from '#app/foundation/printable_text'
import type { Check } from './check.js'

/** Why a message was refused, for an administrator: `expected` and `received` are short, and hold no secret. */
export interface Fault {
  check: Check
  code: string
  expected?: string
  received?: string
}

const MAX_TEXT = 300

/** Ends the examination of a message. It never reaches the person who sent it. */
export class Rejection extends Error {
  readonly fault: Fault

  constructor(check: Check, code: string, seen: Pick<Fault, 'expected' | 'received'> = {}) {
    super(code)
    const [expected, received] = [seen.expected, seen.received].map(short)
    this.fault = {
      check,
      code,
      ...(expected !== undefined && { expected }),
      ...(received !== undefined && { received }),
    }
  }
}

/** No database stores every character that a stranger can send. */
function short(text: string | undefined): string | undefined {
  return text === undefined ? undefined : printableOf(cutText(text, MAX_TEXT))
}

/** @throws Rejection unless it is so */
export function must(
  isSo: unknown,
  check: Check,
  code: string,
  seen?: Pick<Fault, 'expected' | 'received'>
): asserts isSo {
  if (!isSo) throw new Rejection(check, code, seen)
}

/** Without what was in the message. */
export function wordless({ check, code }: Fault): Fault {
  return { check, code }
}
