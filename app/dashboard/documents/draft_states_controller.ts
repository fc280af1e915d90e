import type { HttpContext } from '@adonisjs/core/http'
import { draftStates } from '#app/documents/drafts/draft_states'
import { draftVersion } from '#app/documents/drafts/draft_version'
import { flashOutcome } from '../flash_outcome.js'
import NothingHere from '../errors/nothing_here.js'
import { phrasesOf } from '../language.js'
import { showPage } from '../page.js'
import { submissionOf } from '../submission_of.js'
import { visibleDocument } from './visible_document.js'

export default class DraftStatesController {
  /** GET /documents/:id/states */
  async index(ctx: HttpContext) {
    const { document } = await visibleDocument(ctx)
    if (document.status !== 'draft') throw new NothingHere()
    const phrases = phrasesOf(ctx)
    const { id, title } = document
    const states = await draftStates(document)
    return showPage(ctx, 'dashboard/documents/states', {
      document: { id, title, version: draftVersion(document) },
      states: states.map(({ who, ...state }, at) => ({
        ...state,
        who: who ?? phrases.t('documents.as_made'),
        isNow: at === 0,
      })),
    })
  }

  /** POST /documents/:id/states: back to one of them, unless somebody has changed the draft since they were listed. */
  async store(ctx: HttpContext) {
    const { dashboard, request } = ctx
    dashboard.requireOpenAccount()
    const { document } = await visibleDocument(ctx)
    const { number, version = '' } = request.body()
    let leftAway = 0
    const outcome = {
      back: `${dashboard.base}/documents/${document.id}/edit`,
      done: () =>
        phrasesOf(ctx).t(leftAway > 0 ? 'documents.went_back_without' : 'documents.went_back', {
          count: leftAway,
        }),
    }
    return flashOutcome(ctx, outcome, () =>
      submissionOf(ctx).change(document.id, async () => {
        const by = dashboard.actor(ctx)
        leftAway = await document.goBack(Number(number) || 0, by, String(version))
      })
    )
  }
}
