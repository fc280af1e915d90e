/** A refusal as it is stored, to be repeated. */
export interface Told {
  status: number
  apiCode: string
  message: string
  param?: string
  details?: unknown
}
