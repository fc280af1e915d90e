import { sha256Hex } from '#app/foundation/opaque_token'
import { openApiDocument } from './document.js'

/** The description of the API as one host serves it. */
export interface ServedDescription {
  text: string
  etag: string
}

/** Stands where the origin goes: building takes 30 ms, and anybody may ask, on as many hosts as there are tenants. */
const ANY_ORIGIN = 'https://origin.invalid'

let built: { parts: readonly string[]; sha256: string } | undefined

/** @param origin  of the host that it is served from: `https://acme.example` */
export function servedDescription(origin: string): ServedDescription {
  const { parts, sha256 } = (built ??= build())
  return { text: parts.join(origin), etag: `"${sha256Hex(`${sha256} ${origin}`)}"` }
}

function build() {
  const text = JSON.stringify(openApiDocument(ANY_ORIGIN))
  return { parts: text.split(ANY_ORIGIN), sha256: sha256Hex(text) }
}
