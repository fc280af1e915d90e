import type { HttpRequest } from '@adonisjs/core/http'
import { requestBytes } from '#app/front_door/bodies/request_bytes'
import InvalidSyntax from './errors/invalid_syntax.js'

/** A group of ten thousand members fits. */
const MAX_BYTES = 1024 * 1024
const MAX_DEPTH = 8
const TYPES = ['application/scim+json', 'application/json']

/**
 * The JSON object of a request (RFC 7644, 3.1).
 *
 * @throws InvalidSyntax, BodyTooLarge, BodyCutOff
 */
export async function scimBody(request: HttpRequest): Promise<Record<string, unknown>> {
  const [type] = (request.header('content-type') ?? '').split(';')
  if (!TYPES.includes(type.trim().toLowerCase()))
    throw new InvalidSyntax('A body is of the type application/scim+json')
  const bytes = await requestBytes(request, MAX_BYTES)
  const value = parsed(bytes)
  if (
    typeof value !== 'object' ||
    value === null ||
    Array.isArray(value) ||
    depthOf(value) > MAX_DEPTH
  )
    throw new InvalidSyntax('A body is a JSON object')
  return value as Record<string, unknown>
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new InvalidSyntax('The body is no JSON in UTF-8')
  }
}

function depthOf(value: unknown, depth = 0): number {
  if (depth > MAX_DEPTH || typeof value !== 'object' || value === null) return depth
  return Math.max(
    depth,
    ...Object.values(value)
      .slice(0, 20_000)
      .map((one) => depthOf(one, depth + 1))
  )
}
