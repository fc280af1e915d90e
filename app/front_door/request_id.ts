import { HttpRequest } from '@adonisjs/core/http'
import { newId } from '#app/foundation/identifier'

const issued = new WeakMap<HttpRequest, string>()

/** Every request gets an id of ours, which logs and the answer's X-Request-Id carry; one that came along is not taken over. */
HttpRequest.macro('id', function (this: HttpRequest): string {
  const known = issued.get(this)
  if (known) return known
  const id = newId('req')
  issued.set(this, id)
  this.request.headers['x-request-id'] = id // the framework echoes this header
  return id
})
