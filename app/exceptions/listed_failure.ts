import { ERROR_CATALOGUE, type ErrorCode } from '#app/api/error_catalogue'
import type { Failure } from './failure.js'

const STATUSES = new Map<string, number>(ERROR_CATALOGUE.map(({ code, status }) => [code, status]))

/** A failure that no refusal stands for; the catalogue knows its status. */
export function listed(code: ErrorCode, message: string): Failure {
  return { status: STATUSES.get(code)!, code, message }
}
