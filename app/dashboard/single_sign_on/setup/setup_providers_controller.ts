import type { HttpContext } from '@adonisjs/core/http'
import { clientInfo } from '#app/front_door/client_info'
import { faultOfLine } from '#app/foundation/text_fault'
import { typedText } from '#app/front_door/bodies/typed_text'
import { flash } from '#app/front_door/pages/flash'
import { refusalIn } from '#app/foundation/phrases/refusal_phrases'
import { isRefusal } from '#app/foundation/refusal'
import { Connecting } from '#app/single_sign_on/connecting'
import MetadataRefused from '#app/single_sign_on/errors/metadata_refused'
import { SetupLink, type OpenSetup } from '#app/single_sign_on/setup_link'
import { SETUP } from './routes.js'
import { setupDeadEnd, setupHere } from './setup_here.js'
import { showSetup } from './setup_page.js'
import { phrasesOf } from '../../language.js'
import { metadataFault } from '../metadata_fault.js'

const MAX_NAME = 60

export default class SetupProvidersController {
  /** POST /sso/setup/provider */
  async update(ctx: HttpContext) {
    const link = await setupHere(ctx)
    if (!link) return setupDeadEnd(ctx)
    const body = ctx.request.body()
    const name = typedText(body.name)
    const fault =
      (name === ''
        ? phrasesOf(ctx).t('single_sign_on.nameless')
        : faultOfLine(name, MAX_NAME, phrasesOf(ctx))) ??
      (await connected(ctx, link, { name, xml: typedText(body.metadata) }))
    if (fault) return showSetup(ctx, link, { name, error: fault }, 422)
    flash(ctx, 'success', phrasesOf(ctx).t('single_sign_on.setup_saved'))
    ctx.response.redirect(SETUP, false, 303)
  }
}

/** @returns why not */
async function connected(
  ctx: HttpContext,
  link: OpenSetup,
  { name, xml }: { name: string; xml: string }
): Promise<string | null> {
  try {
    const metadata = await Connecting.read(xml)
    await SetupLink.connect(link, { metadata, name }, clientInfo(ctx.request))
    return null
  } catch (error) {
    if (!isRefusal(error)) throw error
    return error instanceof MetadataRefused
      ? metadataFault(phrasesOf(ctx), error)
      : refusalIn(phrasesOf(ctx), error)
  }
}
