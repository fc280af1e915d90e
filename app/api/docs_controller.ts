import type { HttpContext } from '@adonisjs/core/http'
import { errorType } from './error_type.js'
import { ERROR_CATALOGUE, type ErrorEntry } from './error_catalogue.js'

export default class DocsController {
  /** GET /docs/errors: where `docUrl` of an error leads. */
  async errors({ response }: HttpContext) {
    response.header('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'")
    response.header('Referrer-Policy', 'no-referrer')
    return response.type('text/html').send(PAGE)
  }
}

const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Errors of the API</title>
<h1>Errors of the API</h1>
<p>Every failure answers with <code>{"error": {"type", "code", "message", "param"?, "details"?, "docUrl"}, "requestId"}</code>,
or with a problem of RFC 9457 when the header Accept asks for <code>application/problem+json</code>.</p>
<dl>
${ERROR_CATALOGUE.map(item).join('\n')}
</dl>
</html>
`

function item({ code, status, meaning }: ErrorEntry): string {
  const text = escape(meaning).replace(/`([^`]+)`/g, '<code>$1</code>')
  return `<dt id="${code}"><code>${code}</code> · ${status} · ${errorType(status)}</dt>\n<dd>${text}</dd>`
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
