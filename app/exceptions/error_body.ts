import { errorType } from '#app/api/error_type'
import { publicUrl } from '#app/tenants/hosts/public_address'
import type { RequestTarget } from '#app/front_door/hosts/request_target'
import type { Failure } from './failure.js'

/** The request that failed, as its answer names it. */
export interface Occasion {
  requestId: string
  /** Unknown as long as the host has not been looked up. */
  target?: RequestTarget
}

/** `{error: {type, code, message, param?, details?, docUrl}, requestId}` */
export function errorBody(failure: Failure, occasion: Occasion) {
  const { status, code, message, param, details } = failure
  const error = {
    type: errorType(status),
    code,
    message,
    param,
    details,
    docUrl: docUrl(code, occasion),
  }
  return { error, requestId: occasion.requestId }
}

/** The same in the form of RFC 9457. */
export function problemBody(failure: Failure, occasion: Occasion) {
  const { status, code, message, param, details } = failure
  const { requestId } = occasion
  return {
    type: docUrl(code, occasion),
    title: title(code),
    status,
    detail: message,
    instance: `urn:request:${requestId}`,
    code,
    param,
    details,
    requestId,
  }
}

/** `feature_not_in_plan` reads as “Feature not in plan”. */
function title(code: string): string {
  const words = code.replaceAll('_', ' ')
  return words[0].toUpperCase() + words.slice(1)
}

/** On the host that was asked, once it is one that we know; until then the address is relative to it. */
function docUrl(code: string, { target }: Occasion): string {
  const path = `/docs/errors#${code}`
  return target ? publicUrl(target.host, path) : path
}
