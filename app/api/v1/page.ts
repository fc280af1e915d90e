import type { HttpRequest } from '@adonisjs/core/http'
import ValidationFailed, { type Fault } from './errors/validation_failed.js'

const USUAL = 25
const MOST = 100

/** The parameters that every list has. */
export const PAGE_PARAMETERS = ['limit', 'cursor'] as const

/** Query parameters as they came. @throws E_VALIDATION_FAILED when one comes twice: which of them is meant? */
export function parameters(request: HttpRequest): Map<string, string> {
  const pairs = [...new URLSearchParams(request.parsedUrl.query ?? '')]
  const asked = new Map(pairs)
  if (asked.size === pairs.length) return asked
  const param = pairs.find(([name], index) => pairs.findIndex(([other]) => other === name) < index)
  throw new ValidationFailed([repeated(param?.[0] ?? '')])
}

const repeated = (param: string): Fault => ({
  param,
  code: 'repeated',
  message: `${param} is given more than once`,
})

/** @throws E_VALIDATION_FAILED unless it is a whole number from 1 to 100 */
export function limitOf(asked: Map<string, string>): number {
  const text = asked.get('limit') ?? String(USUAL)
  const limit = Number(text)
  if (/^\d{1,3}$/.test(text) && limit >= 1 && limit <= MOST) return limit
  const message = `limit must be a whole number from 1 to ${MOST}`
  throw new ValidationFailed([{ param: 'limit', code: 'out_of_range', message }])
}
