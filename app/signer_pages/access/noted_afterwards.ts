import type { HttpContext } from '@adonisjs/core/http'
import { CurrentTenant } from '#app/tenancy/current_tenant'

/**
 * Writes down what a request was, once it is answered: nobody waits for it, and it can break nothing.
 *
 * @param what  for the log, where it fails: `A fetch of a signing link`
 */
export function notedAfterwards(
  { response, logger }: HttpContext,
  what: string,
  note: () => Promise<void>
): void {
  const scope = CurrentTenant.get()
  response.onFinish(() => {
    CurrentTenant.run(scope, note).catch(({ code, message }) =>
      logger.warn({ code, message }, `${what} was not noted`)
    )
  })
}
