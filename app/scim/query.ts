import type { HttpContext } from '@adonisjs/core/http'

/** What stands after the question mark, as it was sent: the framework would take a comma in a filter for the end of it. */
export function queryOf({ request }: HttpContext): URLSearchParams {
  return new URLSearchParams(request.parsedUrl.query ?? '')
}
