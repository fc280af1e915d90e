import type { HttpContext } from '@adonisjs/core/http'
import { SCIM_TYPE } from './failure_answer.js'
import { queryOf } from './query.js'
import { Selection } from './resources/selection.js'
import { lists } from './resources/version.js'

type Resource = { id: string; meta: { version: string; location: string } } & object

/** One resource, with its version as entity tag. */
export function answerResource(ctx: HttpContext, resource: Resource, status = 200): void {
  const { request, response } = ctx
  const { version, location } = resource.meta
  response.header('ETag', version)
  const known = request.header('if-none-match')
  if (request.method() === 'GET' && known !== undefined && lists(known, version))
    return response.status(304).send(null)
  response.header(status === 201 ? 'Location' : 'Content-Location', location)
  answerJson(ctx, Selection.of(queryOf(ctx)).from({ ...resource }), status)
}

export function answerJson({ response }: HttpContext, body: object, status = 200): void {
  response.status(status).header('Content-Type', SCIM_TYPE)
  response.send(JSON.stringify(body))
}
