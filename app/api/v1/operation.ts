import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import type { Scope } from '#app/identity/scope'
import NotAcceptable from './errors/not_acceptable.js'
import UnknownParameter from './errors/unknown_parameter.js'

interface Operation {
  /** None for what needs any key, or no key at all. */
  scope?: Scope
  /** Names of its query parameters. */
  query?: readonly string[]
  /** What it may answer with. */
  answers?: readonly string[]
}

export const JSON_ANSWERS = ['application/json', 'application/problem+json']
const ANYTHING = '*/*'

/** What is checked before an operation runs, cheapest first. */
export function operation({ scope, query = [], answers = JSON_ANSWERS }: Operation) {
  return (ctx: HttpContext, next: NextFn) => {
    if (scope) ctx.caller.require(scope)
    assertAcceptable(ctx, answers)
    assertKnown(ctx, query)
    return next()
  }
}

function assertAcceptable({ request }: HttpContext, answers: readonly string[]): void {
  const accept = request.header('accept')
  if (accept === undefined || accept === ANYTHING || answers.includes(accept)) return
  if (request.accepts([...answers]) === null) throw new NotAcceptable(answers)
}

function assertKnown({ request }: HttpContext, known: readonly string[]): void {
  if (!request.parsedUrl.query) return
  for (const name of new URLSearchParams(request.parsedUrl.query).keys()) {
    if (!known.includes(name.replace(/\[.*\]$/, '[]'))) throw new UnknownParameter(name, known)
  }
}
