import BodyParserMiddleware from '@adonisjs/core/bodyparser_middleware'
import { defineConfig } from '@adonisjs/core/bodyparser'

const asSent = { convertEmptyStringsToNull: false, trimWhitespaces: false }

const parser = new BodyParserMiddleware(
  defineConfig({
    allowedMethods: ['POST'],
    form: { ...asSent, limit: '64kb', types: ['application/x-www-form-urlencoded'] },
    json: { types: [] },
    raw: { types: [] },
    multipart: { autoProcess: false, types: [] },
  })
)

/** Forms of our own pages. One with a file is left to the handler that wants the file. */
export const formBody: typeof parser.handle = (ctx, next) => parser.handle(ctx, next)
