import type { HttpContext } from '@adonisjs/core/http'
import { signingUrl } from '#app/documents/document_transformer'
import type Document from '#app/documents/document'
import { asWritten } from '#app/documents/drafts/as_written'
import { draftVersion } from '#app/documents/drafts/draft_version'
import DraftChanged from '#app/documents/errors/draft_changed'
import { recordLinkDisclosure } from '#app/documents/evidence/disclosure'
import { isRefusal } from '#app/foundation/refusal'
import { typedText } from '#app/front_door/bodies/typed_text'
import type { KeepOutcome } from '#app/front_door/bodies/submission'
import { flash } from '#app/front_door/pages/flash'
import { refusalIn } from '#app/foundation/phrases/refusal_phrases'
import { unit } from '#app/tenancy/current_tenant'
import { phrasesOf } from '../language.js'
import { showPage } from '../page.js'
import { submissionOf } from '../submission_of.js'
import { ownSigner } from './own_signer.js'
import { visibleDocument } from './visible_document.js'

const MOST_TRIES = 3

export default class OwnSignaturesController {
  /**
   * POST /documents/:id/own-signature: leads the person who asks to their signing page. A draft is sent first, with them among its signers.
   */
  async store(ctx: HttpContext) {
    const { dashboard } = ctx
    dashboard.requireOpenAccount()
    const { document } = await visibleDocument(ctx)
    const back = `${dashboard.base}/documents/${document.id}`
    if (document.status !== 'draft') return openLink(ctx, back)
    try {
      await submissionOf(ctx).run(async (keep) => {
        assertShown(document, typedText(ctx.request.body().version))
        await joinAndSend(ctx, document, keep)
      })
    } catch (error) {
      if (!isRefusal(error) || error.kind === 'absent') throw error
      flash(ctx, 'danger', refusalIn(phrasesOf(ctx), error))
      return ctx.response.redirect(back, false, 303)
    }
    return openLink(ctx, back)
  }
}

/** What is sent is what the page has shown. @throws DraftChanged */
function assertShown(document: Document, version: string): void {
  if (version !== '' && version !== draftVersion(document)) throw new DraftChanged()
}

/** Where a colleague changes the draft at that moment, they join what it says then. */
async function joinAndSend(
  ctx: HttpContext,
  document: Document,
  keep: KeepOutcome,
  tries = MOST_TRIES
): Promise<void> {
  const by = ctx.dashboard.actor(ctx)
  const { name, email } = ctx.dashboard.user
  try {
    await unit(async () => {
      if (!ownSigner(document, email)) {
        const signers = asWritten(document)
        const isOrdered = signers.some(({ order }) => order !== undefined)
        const self = { name, email, ...(isOrdered && { order: 1 }) }
        await document.revise({ signers: [...signers, self] }, by, draftVersion(document))
      }
      await document.send(by)
      await keep({ id: document.id })
    })
  } catch (error) {
    if (!(error instanceof DraftChanged) || tries === 1) throw error
    const { document: newer } = await visibleDocument(ctx)
    await joinAndSend(ctx, newer, keep, tries - 1)
  }
}

/** The page that signs is theirs to see: it is recorded as every look at a signing link is. */
async function openLink(ctx: HttpContext, back: string): Promise<void> {
  const { document } = await visibleDocument(ctx)
  const signer = ownSigner(document, ctx.dashboard.user.email)
  if (!signer?.isAwaited) return ctx.response.redirect(back, false, 303)
  await recordLinkDisclosure(document.id, [signer.id], ctx.dashboard.actor(ctx))
  const url = signingUrl(await signer.token(), ctx.profile.entitlements)
  // a form of ours may lead to no other host
  const { hostname, pathname } = new URL(url)
  if (hostname === ctx.request.hostname()) return ctx.response.redirect(pathname, false, 303)
  return showPage(ctx, 'dashboard/documents/link', {
    document: { id: document.id },
    signer: { name: signer.name },
    signingUrl: url,
  })
}
