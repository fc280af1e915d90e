import type { HttpContext } from '@adonisjs/core/http'
import type Document from '#app/documents/document'
import type Signer from '#app/documents/signers/signer'
import { spokenOf } from '#app/documents/signers/role_phrases'
import { languageOf } from '#app/documents/signers/signer_language'
import { Phrasebook } from '#app/foundation/phrases/phrasebook'
import { speech } from '#app/front_door/languages/speech'
import { pageTheme } from '#app/front_door/pages/page_theme'
import type { FieldPlace } from '#app/signing/links/signer_session'
import { signingPage } from '#app/signing/page/signing_page'
import NothingHere from '../errors/nothing_here.js'
import { framedAsItIs, framing } from '../framed_mail.js'
import { phrasesOf } from '../language.js'
import { showPage } from '../page.js'
import { earlierSignatureView } from './earlier_signature_view.js'
import { visibleDocument } from './visible_document.js'

const WIDTHS = ['phone', 'desktop'] as const

/** What each signer of a draft will see. It has no token and knows no address of the signers' pages, so nothing in it can have an effect. */
export default class PreviewsController {
  /** GET /documents/:id/preview?signer=&width= */
  async index(ctx: HttpContext) {
    const { document } = await visibleDocument(ctx)
    const path = `${ctx.dashboard.base}/documents/${document.id}`
    if (document.status !== 'draft') return ctx.response.redirect(path, false, 303)
    framing(ctx)
    const phrases = phrasesOf(ctx)
    const { signer: asked, width: wanted } = ctx.request.qs()
    const signer = document.acting.find(({ id }) => id === asked) ?? document.acting[0]
    const width = WIDTHS.find((one) => one === wanted) ?? 'phone'
    const href = (id: string, size: string) => `${path}/preview?signer=${id}&width=${size}`
    return showPage(ctx, 'dashboard/documents/preview', {
      document: {
        id: document.id,
        title: document.title,
        notice: earlierSignatureView(document, phrases).notice,
      },
      src: `${path}/signers/${signer.id}/preview`,
      name: signer.name,
      width,
      signers: document.acting.map(({ id, name }) => ({
        name,
        href: href(id, width),
        isShown: id === signer.id,
      })),
      widths: WIDTHS.map((of) => ({
        label: phrases.t(`documents.width_${of}`),
        href: href(signer.id, of),
        isShown: of === width,
      })),
    })
  }

  /** GET /documents/:id/signers/:signer/preview: what is in the frame. */
  async show(ctx: HttpContext) {
    const { dashboard, params, view } = ctx
    const { document } = await visibleDocument(ctx)
    const signer = document.acting.find(({ id }) => id === params.signer)
    if (!signer || document.status !== 'draft') throw new NothingHere()
    const brand = ctx.profile.brand.snapshot
    const language = languageOf({ brand }, signer)
    const { t, ...said } = speech(language)
    const spoken = { ...said, t: spokenOf(signer.role, t) }
    view.share({ brand: pageTheme(brand), ...spoken, choice: null })
    framedAsItIs(ctx)
    const { t: say, language: own } = phrasesOf(ctx)
    const html = await view.render('signer_pages/sign', {
      ...signingPage(
        { document, signer, fields: placesOf(document, signer) },
        Phrasebook.in(language)
      ),
      identity: null,
      isTest: dashboard.environment === 'test',
      preview: {
        file: `${dashboard.base}/documents/${document.id}/view`,
        language: own,
        mark: say('documents.preview_mark'),
        note: say('documents.preview_note'),
        words: say('documents.preview_done'),
      },
    })
    ctx.response.type('text/html').send(html)
  }
}

/** Of the rows themselves: what a model has beside them is not theirs to copy. */
function placesOf(document: Document, signer: Signer): FieldPlace[] {
  return document.fieldsOf(signer).map(({ $attributes }) => $attributes as FieldPlace)
}
