import type { HttpContext } from '@adonisjs/core/http'
import { pageTheme } from '#app/front_door/pages/page_theme'
import { Profile } from '#app/brand/profile'
import InPersonOver from '#app/signing/errors/in_person_over'
import { InPersonLink } from '#app/signing/in_person/in_person_link'
import { speakTo } from '../signing_page/spoken_language.js'
import { logInAddress } from './log_in_address.js'

/**
 * A page on the device of a member that leads nowhere any more: its time is over, its signer has another link or device by now, or its host may no
 * longer log in. Nothing of the document, so that all such tokens look alike, be they anybody's or nobody's.
 *
 * @returns whether this is one, and so answered; null where it is none
 */
export async function sendSessionOver(ctx: HttpContext): Promise<true | null> {
  const { params, request, response, view } = ctx
  if (InPersonLink.sessionEnvironment(params.token) === null) return null
  response.status(410)
  if (request.accepts(['html', 'json']) === 'json') {
    const { code, message } = new InPersonOver()
    response.send({ error: { code, message }, requestId: request.id() })
    return true
  }
  const { snapshot } = (await Profile.current()).brand
  view.share({ brand: pageTheme(snapshot) })
  speakTo(ctx, snapshot, null)
  const state = { logIn: await logInAddress(ctx) }
  response.type('text/html').send(await view.render('signer_pages/in_person_ended', state))
  return true
}
