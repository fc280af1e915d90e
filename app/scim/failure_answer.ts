import type { HttpContext } from '@adonisjs/core/http'

const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error'
export const SCIM_TYPE = 'application/scim+json; charset=utf-8'
const PATH = /^\/scim\/v2(?:\/|$)/

/** RFC 7644, table 9. */
const SCIM_TYPES: Record<string, string> = {
  invalid_filter: 'invalidFilter',
  invalid_path: 'invalidPath',
  invalid_syntax: 'invalidSyntax',
  invalid_value: 'invalidValue',
  mutability: 'mutability',
  no_target: 'noTarget',
  uniqueness: 'uniqueness',
}

/** Where SCIM says no in another way than the rest of the product. */
const STATUSES: Record<number, number> = { 402: 403, 422: 400 }
const BY_CODE: Record<string, number> = { version_mismatch: 412 }

interface Failed {
  status: number
  code: string
  message: string
}

export function isScimPath(path: string): boolean {
  return PATH.test(path)
}

/** What was refused, in SCIM's own shape (RFC 7644, 3.12). */
export function scimError({ status: usual, code, message }: Failed) {
  const status = BY_CODE[code] ?? STATUSES[usual] ?? usual
  const scimType = SCIM_TYPES[code]
  const shape = { schemas: [ERROR], status: String(status), ...(scimType && { scimType }) }
  return { status, body: JSON.stringify({ ...shape, detail: message }) }
}

export async function answerFailure({ response }: HttpContext, failed: Failed): Promise<boolean> {
  const { status, body } = scimError(failed)
  response.status(status).header('Content-Type', SCIM_TYPE)
  // the connection still carries what was not read of a refused body
  if (status === 413) response.header('Connection', 'close')
  response.send(body)
  return true
}
