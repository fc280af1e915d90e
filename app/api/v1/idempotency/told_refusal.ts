/** As it is stored. */
export interface Told {
  status: number
  apiCode: string
  message: string
  param?: string
  details?: unknown
}
