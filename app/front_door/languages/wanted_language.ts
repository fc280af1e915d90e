import type { HttpRequest } from '@adonisjs/core/http'
import type { Language } from '#app/foundation/phrases/languages'

/** What a browser asks for (RFC 9110, 12.5.4), if it is offered; else what is offered first. */
export function wantedLanguage(
  request: HttpRequest,
  offered: readonly [Language, ...Language[]]
): Language {
  return request.language([...offered]) ?? offered[0]
}
