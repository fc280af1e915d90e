import { Refusal } from '#app/foundation/refusal'

/** Whether there is no package of this one document, whatever becomes of others: an outage concerns all of them. */
export function isMissingPackage(error: unknown): error is Refusal {
  return error instanceof Refusal && error.kind !== 'unavailable'
}
