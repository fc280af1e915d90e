import type { HttpContext } from '@adonisjs/core/http'
import { randomToken } from '#app/foundation/opaque_token'
import { offeredLanguages } from '#app/brand/brand_languages'
import { publicUrl } from '#app/tenants/hosts/public_address'
import { speech } from '../languages/speech.js'
import { wantedLanguage } from '../languages/wanted_language.js'
import type { LinkEnd } from './request_target.js'

/** Pages that are opened in frames, and nowhere else. This one shows nothing of anybody there, and has nothing to click. */
const FRAMED_PATH = /^\/embed(?:-editor)?\//

/**
 * Says of a link that its host is not in use any more, and how to get another. All of it is in this one answer, for the host serves nothing else; it names
 * nobody, and is the same whether or not there was such a link.
 */
export async function sendLinkOver(
  { request, response, view }: HttpContext,
  host: string,
  { logInHost }: LinkEnd
): Promise<void> {
  const nonce = randomToken()
  response.header('Referrer-Policy', 'no-referrer')
  const framing = FRAMED_PATH.test(request.url()) ? '' : "; frame-ancestors 'none'"
  response.header(
    'Content-Security-Policy',
    `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'${framing}`
  )
  const spoken = speech(wantedLanguage(request, offeredLanguages(null)))
  const askAt = logInHost && publicUrl(logInHost, '/forgot')
  const page = await view.render('errors/link_over', { ...spoken, nonce, host, askAt })
  response.status(410).type('text/html').send(page)
}
