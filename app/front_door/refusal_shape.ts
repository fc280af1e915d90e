import type { Refusal } from '#app/foundation/refusal'

type Refused = Error & Pick<Refusal, 'status' | 'apiCode' | 'param' | 'details'>

/** Whether this is something that can be told to whoever asked. Sealing, which stands on nothing, shares its form alone. */
export function isRefusal(error: unknown): error is Refused {
  const isTold = error instanceof Error && 'apiCode' in error && 'status' in error
  return isTold && Number(error.status) < 500
}
