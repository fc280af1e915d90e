import type { HttpContext } from '@adonisjs/core/http'
import { viewsOf, type SavedView } from '#app/documents/views/saved_view'
import { MAX_VIEW_NAME, SavedViews } from '#app/documents/views/saved_views'
import { isRefusal } from '#app/foundation/refusal'
import { flash } from '#app/front_door/pages/flash'
import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import { refusalIn } from '#app/foundation/phrases/refusal_phrases'
import { unit } from '#app/tenancy/current_tenant'
import { ListFilter } from '../documents/list_filter.js'
import { phrasesOf } from '../language.js'
import { readPage, showPage } from '../page.js'
import { submissionOf } from '../submission_of.js'
import { faultOfView, sharingChoices, typedView, type TypedView } from './view_form.js'
import { changeableView, mayChange, viewReader } from './view_reader.js'
import { viewWords } from './view_words.js'

interface Fault {
  id: string
  typed: TypedView
  error: string
}

export default class ViewsController {
  /** GET /views */
  async index(ctx: HttpContext) {
    return showViews(ctx)
  }

  /** GET /views/new: of what the list shows with this query. */
  async create(ctx: HttpContext) {
    return showForm(ctx, ListFilter.of(ctx.request.qs()))
  }

  /** POST /views */
  async store(ctx: HttpContext) {
    const { dashboard, request, response } = ctx
    const phrases = phrasesOf(ctx)
    const filter = ListFilter.written(String(request.body().query))
    const asked = ListFilter.query(filter).slice(1)
    const typed = typedView(ctx)
    const nothing = asked === '' ? phrases.t('views.narrow_first') : null
    const error =
      nothing ??
      faultOfView(typed, sharingChoices(dashboard, phrases), phrases) ??
      (await refusalOf(phrases, () =>
        submissionOf(ctx).run((keep) =>
          unit(async () => keep({ id: await SavedViews.create(dashboard.user, typed, asked) }))
        )
      ))
    if (error) return showForm(ctx, filter, { typed, error })
    flash(ctx, 'success', phrases.t('views.made'))
    response.redirect(`${dashboard.base}/documents?${asked}`, false, 303)
  }

  /** POST /views/:id: another name, or other people. */
  async update(ctx: HttpContext) {
    const { dashboard, response } = ctx
    const { id, shared_with: shared } = await changeableView(ctx)
    const phrases = phrasesOf(ctx)
    const typed = typedView(ctx)
    const error =
      faultOfView(typed, sharingChoices(dashboard, phrases, shared), phrases) ??
      (await refusalOf(phrases, () => SavedViews.change(id, typed)))
    if (error) return showViews(ctx, { id, typed, error })
    flash(ctx, 'success', phrases.t('views.saved'))
    response.redirect(`${dashboard.base}/views`, false, 303)
  }
}

async function showViews(ctx: HttpContext, fault?: Fault): Promise<void> {
  const { dashboard } = ctx
  const phrases = phrasesOf(ctx)
  const [rows] = await readPage(ctx, viewsOf(viewReader(dashboard)))
  const line = (row: SavedView & { owner: string | null }) => {
    const { id, name, query, shared_with: shared, user_id: userId, owner } = row
    const filter = ListFilter.written(query)
    return {
      ...{ id, name, owner, mayChange: mayChange(dashboard, row) },
      words: viewWords(filter, phrases),
      isOwn: userId === dashboard.user.id,
      query: ListFilter.query(filter),
      typed: fault?.id === id ? fault.typed : { name, shared_with: shared },
      error: fault?.id === id ? fault.error : null,
      choices: sharingChoices(dashboard, phrases, shared),
    }
  }
  const state = { views: rows.map(line), maxName: MAX_VIEW_NAME }
  await showPage(ctx, 'dashboard/views/index', state, fault ? 422 : 200)
}

async function showForm(
  ctx: HttpContext,
  filter: ListFilter,
  fault?: Omit<Fault, 'id'>
): Promise<void> {
  await readPage(ctx)
  const phrases = phrasesOf(ctx)
  const query = ListFilter.query(filter)
  const state = {
    ...{ query, words: viewWords(filter, phrases), maxName: MAX_VIEW_NAME },
    choices: sharingChoices(ctx.dashboard, phrases),
    typed: fault?.typed ?? { name: '', shared_with: null },
    error: fault?.error ?? null,
  }
  await showPage(ctx, 'dashboard/views/create', state, fault ? 422 : 200)
}

/** What the form says about a refusal; null where there was none. */
async function refusalOf(
  phrases: DashboardPhrasebook,
  work: () => Promise<unknown>
): Promise<string | null> {
  try {
    await work()
    return null
  } catch (error) {
    if (!isRefusal(error) || error.kind === 'absent') throw error
    return refusalIn(phrases, error)
  }
}
