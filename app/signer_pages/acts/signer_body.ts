import BodyParserMiddleware from '@adonisjs/core/bodyparser_middleware'
import { defineConfig } from '@adonisjs/core/bodyparser'
import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import EncodedBody from '../errors/encoded_body.js'

/** Signature and initials as pictures of 1 MiB each in base64, and what was typed. */
const MAX_ANSWERS = '4mb'
const MAX_FORM = '64kb'

const asSent = { convertEmptyStringsToNull: false, trimWhitespaces: false }

const parser = new BodyParserMiddleware(
  defineConfig({
    allowedMethods: ['POST'],
    form: { ...asSent, limit: MAX_FORM, types: ['application/x-www-form-urlencoded'] },
    json: { ...asSent, limit: MAX_ANSWERS, types: ['application/json'] },
    raw: { types: [] },
    multipart: { ...asSent, autoProcess: false, types: [] },
  })
)

/** Signers need only a link, so they may send less than people who create documents, and nothing compressed. */
export async function signerBody(ctx: HttpContext, next: NextFn) {
  const encoding = ctx.request.header('content-encoding') ?? 'identity'
  if (encoding !== 'identity') throw new EncodedBody()
  return parser.handle(ctx, next)
}
