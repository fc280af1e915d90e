import BodyParserMiddleware from '@adonisjs/core/bodyparser_middleware'
import { defineConfig } from '@adonisjs/core/bodyparser'
import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import BodyCutOff from '../errors/body_cut_off.js'
import FormTooLong from '../errors/form_too_long.js'

const asSent = { convertEmptyStringsToNull: false, trimWhitespaces: false }

/** What a form may be, as a browser encodes it. */
export interface FormLimit {
  bytes: number
  /** How many fields it may have. */
  fields: number
}

/** A character of a text takes so many bytes at most: three, each encoded as three. */
export const BYTES_OF_CHARACTER = 9

export const USUAL_FORM: FormLimit = { bytes: 64 * 1024, fields: 1_000 }

/** Forms of our own pages, read within the limit. One with a file is left to the handler that wants the file. @param longForms  by the pattern of their route */
export function formBodyOr(longForms: Readonly<Record<string, FormLimit>>) {
  const usual = parserWithin(USUAL_FORM)
  const long = new Map(
    Object.entries(longForms).map(([pattern, limit]) => [pattern, parserWithin(limit)])
  )
  return async (ctx: HttpContext, next: NextFn) => {
    const parser = long.get(ctx.route?.pattern ?? '') ?? usual
    // what comes after the form is no fault of its length
    let isRead = false
    try {
      return await parser.handle(ctx, () => {
        isRead = true
        return next()
      })
    } catch (error) {
      throw isRead ? error : faultOf(error, ctx)
    }
  }
}

export const formBody = formBodyOr({})

function parserWithin({ bytes, fields }: FormLimit): BodyParserMiddleware {
  return new BodyParserMiddleware(
    defineConfig({
      allowedMethods: ['POST'],
      form: {
        ...asSent,
        limit: bytes,
        queryString: { parameterLimit: fields },
        types: ['application/x-www-form-urlencoded'],
      },
      json: { types: [] },
      raw: { types: [] },
      multipart: { autoProcess: false, types: [] },
    })
  )
}

/** Of a form that could not be read. */
function faultOf(error: unknown, { request }: HttpContext): unknown {
  if (request.request.destroyed) return new BodyCutOff(undefined, { cause: error })
  const isTooLong = error instanceof Error && 'status' in error && error.status === 413
  return isTooLong ? new FormTooLong() : error
}
