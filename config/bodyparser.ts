import { defineConfig } from '@adonisjs/core/bodyparser'

/** Base64 of the largest PDF (25 MiB) and the JSON around it. */
const MAX_JSON_BODY = '34mb'

/** Values are taken as they were sent: nothing is trimmed or turned into null behind a validator's back. */
export default defineConfig({
  allowedMethods: ['POST', 'PUT', 'PATCH', 'DELETE'],
  form: {
    convertEmptyStringsToNull: false,
    trimWhitespaces: false,
    types: ['application/x-www-form-urlencoded'],
  },
  json: {
    convertEmptyStringsToNull: false,
    trimWhitespaces: false,
    limit: MAX_JSON_BODY,
    types: ['application/json'],
  },
  multipart: {
    autoProcess: false,
    convertEmptyStringsToNull: false,
    trimWhitespaces: false,
    limit: '26mb',
    types: ['multipart/form-data'],
  },
})
