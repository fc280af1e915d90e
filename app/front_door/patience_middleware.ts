import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { Patience } from '#app/tenancy/connections/patience'

/** From here on a request waits for connections only so long. */
export default class PatienceMiddleware {
  handle(_ctx: HttpContext, next: NextFn) {
    return Patience.during(async () => next())
  }
}
