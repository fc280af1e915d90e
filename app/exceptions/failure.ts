import { errors, type HttpContext } from '@adonisjs/core/http'
import { Refusal } from '#app/foundation/refusal'
import { placed } from '#app/front_door/answers/placed_refusal'
import { statusOf } from '#app/front_door/answers/refusal_status'
import { isApiPath } from '#app/front_door/hosts/request_target'
import UnderMaintenance from '#app/front_door/errors/under_maintenance'
import { maintenance } from '#app/front_door/maintenance'
import OutcomeUnknown from '#app/tenancy/errors/outcome_unknown'
import Overloaded from '#app/tenancy/errors/overloaded'
import { allowedMethods } from './allowed_methods.js'
import { listed } from './listed_failure.js'
import { isOutage } from './outage.js'
import { isStorageOutage } from './storage_outage.js'

/** What went wrong, as the client may know it. */
export interface Failure {
  status: number
  code: string
  message: string
  param?: string
  details?: unknown
  headers?: Record<string, string>
  /** For who says it in another language. */
  refusal?: Refusal
  /** What says it to people, where it has a page of its own. */
  page?: string
}

const OUTAGE_RETRY_AFTER_S = 5
const READS = new Set(['GET', 'HEAD'])

export const NOTHING_HERE = listed('route_not_found', 'There is nothing at this address')

const BREAKAGE = listed(
  'internal_error',
  'Something went wrong on our side. Give support the request id'
)

export function failureOf(error: unknown, ctx: HttpContext): Failure {
  // who only asked to see something asked for no change, whatever was noted of it
  if (error instanceof OutcomeUnknown && READS.has(ctx.request.method())) return outage()
  if (error instanceof Refusal) return told(error)
  if (error instanceof errors.E_ROUTE_NOT_FOUND) return unrouted(ctx)
  if (isOutage(error) || isStorageOutage(error)) return outageOrMaintenance()
  return isClientFault(error) ? unspoken(error.status) : BREAKAGE
}

function told(refusal: Refusal): Failure {
  const { code, message, retryAfter } = refusal
  const status = statusOf(refusal)
  const headers: Record<string, string> = {}
  if (status === 401) headers['WWW-Authenticate'] = 'Bearer'
  if (retryAfter !== undefined) headers['Retry-After'] = String(retryAfter)
  return { status, code, message, ...placed(refusal), headers, refusal, page: pageOf(refusal) }
}

function pageOf(refusal: Refusal): string | undefined {
  if (refusal instanceof UnderMaintenance) return 'errors/maintenance'
  return refusal instanceof Overloaded ? 'errors/overloaded' : undefined
}

/** Nothing is at this address, or something is and this method is none of its. */
function unrouted({ request }: HttpContext): Failure {
  const path = request.url()
  const methods = isApiPath(path) ? allowedMethods(path, request.hostname()) : []
  if (methods.length === 0) return NOTHING_HERE
  return {
    ...listed('method_not_allowed', `This address supports only ${methods.join(', ')}`),
    details: { allowed: methods },
    headers: { Allow: methods.join(', ') },
  }
}

/** While operators maintain it, something may well be away. */
function outageOrMaintenance(): Failure {
  const { until } = maintenance
  return until ? told(new UnderMaintenance(until)) : outage()
}

function outage(): Failure {
  return {
    ...listed(
      'unavailable',
      'The service cannot be reached at the moment: try again in a few seconds'
    ),
    headers: { 'Retry-After': String(OUTAGE_RETRY_AFTER_S) },
  }
}

function isClientFault(error: unknown): error is Error & { status: number } {
  return (
    error instanceof Error &&
    'status' in error &&
    typeof error.status === 'number' &&
    error.status >= 400 &&
    error.status < 500
  )
}

/** An error of the framework about the request: its status is true, its words are not meant for strangers. */
function unspoken(status: number): Failure {
  return { status, code: 'invalid_request', message: 'The request could not be understood' }
}
