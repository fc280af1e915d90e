import type { HttpContext } from '@adonisjs/core/http'
import type { SharedAccess } from '#app/identity/access/document_policy'
import { Recipients } from '#app/identity/teams/recipient'
import { phrasesOf } from '../language.js'
import { showPage } from '../page.js'
import { visibleDocumentWith } from '../documents/visible_document.js'
import { sharingView } from './sharing_view.js'

/** What was typed into one of the page's two forms, and what is wrong with it. */
export interface SharingFault {
  field: 'recipient' | 'holder'
  value: string
  error: string
  access?: SharedAccess
  tells: boolean
}

/** Whether a form asks to tell those whom the document reaches. */
export function tellsThem({ request }: HttpContext): boolean {
  return request.body().tell === '1'
}

/** With whom a document is shared, and to whom it belongs. @throws DocumentNotFound, DocumentAccessInsufficient */
export async function showSharing(ctx: HttpContext, fault?: SharingFault): Promise<void> {
  const { document, rows } = await visibleDocumentWith(ctx, () => [Recipients.suggestions])
  const phrases = phrasesOf(ctx)
  const sharing = sharingView(document, ctx.dashboard, phrases)
  const state = {
    document: { id: document.id, title: document.title || phrases.t('common.erased_document') },
    sharing,
    suggestions: rows[0].filter(({ id }) => id !== sharing.holder.id),
    fault: fault ?? null,
    tellsIn: (field: SharingFault['field']) => fault?.field !== field || fault.tells,
  }
  await showPage(ctx, 'dashboard/sharing/edit', state, fault ? 422 : 200)
}
