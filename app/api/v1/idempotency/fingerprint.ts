import type { HttpContext } from '@adonisjs/core/http'
import { canonicalJson } from '#app/foundation/canonical_json'
import { sha256Hex } from '#app/foundation/opaque_token'

const STYLE = /^\/api(?:\/v1)?\//

/**
 * What tells two requests apart: method, path in its canonical style, the values that were read and the file's bytes. The boundary of
 * a form, the order of fields and the white space of JSON do not count.
 */
export function fingerprint({ request, input }: HttpContext): string {
  const { query, body, files } = input
  const [file, ...others] = files.map(({ bytes }) => sha256Hex(bytes))
  const path = request.url().replace(STYLE, '')
  const text = canonicalJson({
    method: request.method(),
    path,
    query,
    body,
    file: file ?? null,
    ...(others.length > 0 && { others, names: files.map(({ name }) => name) }),
  })
  return sha256Hex(text)
}
