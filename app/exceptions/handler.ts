import type { HttpContext } from '@adonisjs/core/http'
import { isApiPath } from '#app/front_door/hosts/request_target'
import Overloaded from '#app/tenancy/errors/overloaded'
import { errorBody, problemBody } from './error_body.js'
import { errorPage } from './error_page.js'
import { failureOf, type Failure } from './failure.js'
import { countShed } from './shed_requests.js'

declare module '@adonisjs/core/http' {
  interface HttpContext {
    /** How a surface answers what was refused to its own visitors; false leaves it to us. */
    answerFailure?: (failure: Failure) => Promise<boolean>
  }
}

const PROBLEM = 'application/problem+json'

/** The one place where an exception becomes an answer. */
export default class ExceptionHandler {
  async handle(error: unknown, ctx: HttpContext) {
    const failure = failureOf(error, ctx)
    for (const [name, value] of Object.entries(failure.headers ?? {})) {
      ctx.response.header(name, value)
    }
    ctx.response.status(failure.status)
    if (await ctx.answerFailure?.(failure)) return
    return isApiPath(ctx.request.url()) ? answer(failure, ctx) : errorPage(failure, ctx)
  }

  /** What is our own fault goes into the log: what broke and where, nothing of what was sent. */
  async report(error: unknown, ctx: HttpContext) {
    if (error instanceof Overloaded) return countShed(error)
    const failure = failureOf(error, ctx)
    if (failure.status < 500) return
    ctx.logger.error({ requestId: ctx.request.id(), ...traceOf(error) }, failure.code)
  }
}

function answer(failure: Failure, ctx: HttpContext): void {
  const wantsProblem = ctx.request.header('accept')?.includes(PROBLEM)
  const occasion = { requestId: String(ctx.request.id()), target: ctx.target }
  const body = wantsProblem ? problemBody(failure, occasion) : errorBody(failure, occasion)
  const type = wantsProblem ? PROBLEM : 'application/json'
  // the connection still carries what was not read of a refused body
  if (failure.status === 413) ctx.response.header('Connection', 'close')
  ctx.response.header('Content-Type', `${type}; charset=utf-8`)
  ctx.response.send(JSON.stringify(body))
}

/** Named parts only: drivers hang values of rows on their errors. */
function traceOf(error: unknown) {
  if (!(error instanceof Error)) return { error: typeof error }
  const code = 'code' in error ? String(error.code) : undefined
  return { error: error.name, code, message: error.message, stack: error.stack }
}
