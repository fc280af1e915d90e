import type { HttpContext } from '@adonisjs/core/http'
import type Document from '#app/documents/document'
import { arrange } from '#app/documents/drafts/arrangement'
import { draftVersion } from '#app/documents/drafts/draft_version'
import { visibleDocument } from '../documents/visible_document.js'
import { phrasesOf } from '../language.js'
import { partsOf, showArrangement, type ArrangedSubject } from './arrangement_page.js'
import { goBack, takeArrangement } from './sent_arrangement.js'

export default class ArrangementsController {
  /** GET /documents/:id/files */
  async edit(ctx: HttpContext) {
    ctx.dashboard.requireOpenAccount()
    const { document } = await visibleDocument(ctx)
    const subject = subjectOf(ctx, document)
    return document.status === 'draft' ? showArrangement(ctx, subject) : goBack(ctx, subject)
  }

  /** POST /documents/:id/files: other files for a draft, or the same in another order. */
  async update(ctx: HttpContext) {
    const { dashboard } = ctx
    dashboard.requireOpenAccount()
    const { document } = await visibleDocument(ctx)
    const subject = subjectOf(ctx, document)
    if (document.status !== 'draft') return goBack(ctx, subject)
    return takeArrangement(ctx, subject, {
      done: phrasesOf(ctx).t('packets.arranged'),
      take: (asked, keep) =>
        arrange(document, {
          ...asked,
          by: dashboard.actor(ctx),
          within: ({ id }) => keep({ id }),
        }),
    })
  }
}

function subjectOf(ctx: HttpContext, document: Document): ArrangedSubject {
  const { id, title, files, fileName: name, pageCount, isSignedBefore } = document
  return {
    of: 'documents',
    ...{ id, title, isSignedBefore },
    version: draftVersion(document),
    parts: partsOf(files, { name, pageCount }),
    back: { words: phrasesOf(ctx).t('packets.draft'), end: '/edit' },
  }
}
