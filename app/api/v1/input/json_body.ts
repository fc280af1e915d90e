import type { HttpRequest } from '@adonisjs/core/http'
import { requestBytes } from '#app/front_door/bodies/request_bytes'
import MalformedJson from '../errors/malformed_json.js'
import UnsupportedMediaType from '../errors/unsupported_media_type.js'

export const JSON_TYPE = 'application/json'

export type JsonObject = Record<string, unknown>

const MAX_BYTES = 1024 * 1024
const CHARSET = /;\s*charset\s*=\s*"?([^\s";]+)/i

/** @throws UnsupportedMediaType, BodyTooLarge, MalformedJson */
export async function jsonBody(request: HttpRequest, maxBytes = MAX_BYTES): Promise<JsonObject> {
  if (!hasBody(request)) return {}
  if (!isJson(request)) throw new UnsupportedMediaType([JSON_TYPE])
  return parseObject(decode(await requestBytes(request, maxBytes)))
}

/** Many clients announce the emptiness of what they POST, and some a type with it. */
function hasBody(request: HttpRequest): boolean {
  return request.hasBody() && request.header('content-length') !== '0'
}

/** Says also whether the bytes can be read as they are: neither compressed nor in another encoding. */
export function isOfType(request: HttpRequest, type: string): boolean {
  const header = request.header('content-type') ?? ''
  const encoding = request.header('content-encoding') ?? 'identity'
  return header.split(';')[0].trim().toLowerCase() === type && encoding === 'identity'
}

function isJson(request: HttpRequest): boolean {
  const charset = CHARSET.exec(request.header('content-type') ?? '')?.[1] ?? 'utf-8'
  return isOfType(request, JSON_TYPE) && /^utf-?8$/i.test(charset)
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new MalformedJson('these bytes are not UTF-8')
  }
}

function parseObject(text: string): JsonObject {
  const value = parse(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new MalformedJson('something else was sent')
  }
  return value as JsonObject
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new MalformedJson(placeOf(error, text))
  }
}

/** The parser's own words quote the body; where it stumbled is enough, which they do not always say. */
function placeOf(error: unknown, { length }: string): string {
  const { message } = error as SyntaxError
  const position = /position (\d+)/.exec(message)?.[1]
  if (/^Unexpected end/.test(message) || Number(position) >= length) return 'it ends too early'
  return position === undefined ? 'it is not JSON' : `it breaks at character ${position}`
}
