import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import vine from '@vinejs/vine'
import { documentInput } from '../input/document_input.js'
import { validated, type Input } from '../input/input.js'
import { jsonBody } from '../input/json_body.js'
import { changesThings, scopesOf, type Operation } from '../operations/operation.js'
import { queryInput } from '../input/query_input.js'
import NotAcceptable from '../errors/not_acceptable.js'

const JSON_ANSWERS = ['application/json', 'application/problem+json']
const ANYTHING = '*/*'
const NOTHING = vine.compile(vine.object({}))

/** What happens before an operation runs, cheapest first: may this key do it, can the answer be read, is the input as it should be? */
export function gate(operation: Operation) {
  const answers = typesOf(operation)
  return async (ctx: HttpContext, next: NextFn) => {
    ctx.operation = operation
    for (const scope of scopesOf(operation)) ctx.caller.require(scope)
    if (operation.feature) ctx.caller.entitlements.require(operation.feature)
    assertAcceptable(ctx, answers)
    announceEnd(ctx, operation)
    ctx.input = await inputOf(ctx, operation)
    return next()
  }
}

async function inputOf(ctx: HttpContext, operation: Operation): Promise<Input> {
  const query = await queryInput(ctx.request, operation.query)
  if (!changesThings(operation)) return { query, body: {}, files: [] }
  const { body: validator = NOTHING, maxBytes, file, mostFiles = 1 } = operation
  if (!file) {
    const sent = await jsonBody(ctx.request, maxBytes)
    return { query, body: await validated(validator, sent), files: [] }
  }
  const { fields, files, faults } = await documentInput(ctx, mostFiles)
  const taken = mostFiles > 1 ? ['file', 'files'] : ['file']
  return { query, body: await validated(validator, fields, { faults, taken }), files }
}

/** Clients that ask for JSON everywhere get files too: their errors are JSON. */
function typesOf({ answers }: Operation): string[] {
  const files = Object.values(answers).flatMap(({ types = [] }) => types)
  const anyFile = files.length > 0 ? ['application/octet-stream'] : []
  return [...new Set([...files, ...anyFile, ...JSON_ANSWERS])]
}

function assertAcceptable({ request }: HttpContext, answers: string[]): void {
  const accept = request.header('accept')
  if (accept === undefined || accept === ANYTHING || answers.includes(accept)) return
  if (request.accepts(answers) === null) throw new NotAcceptable(answers)
}

/** RFC 9745 and RFC 8594. */
function announceEnd({ response }: HttpContext, { deprecation }: Operation): void {
  if (!deprecation) return
  const { since, sunset, link } = deprecation
  response.header('Deprecation', `@${Math.floor(since.getTime() / 1000)}`)
  response.header('Sunset', sunset.toUTCString())
  response.append('Link', `<${link}>; rel="deprecation"`)
}
