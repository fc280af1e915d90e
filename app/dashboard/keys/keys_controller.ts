import type { HttpContext } from '@adonisjs/core/http'
import { flash } from '#app/front_door/pages/flash'
import { refusalIn } from '#app/foundation/phrases/refusal_phrases'
import { clientInfo } from '#app/front_door/client_info'
import ApiKey from '#app/identity/keys/api_key'
import { inAccount } from '../account.js'
import ChangedMeanwhile from '#app/foundation/errors/changed_meanwhile'
import { phrasesOf } from '../language.js'
import { readPage, showPage } from '../page.js'
import { peopleToAsk } from '../people_to_ask.js'
import { EXPIRIES } from './expiry_choice.js'
import { changeKey, findKey, listPath } from './found_key.js'
import { KeyForm } from './key_form.js'
import { noteOfPlan } from './note_of_plan.js'
import { RequestFilter } from './request_filter.js'
import { mayWithKey, presetsOf, scopeChoice, scopesOf, type Giver } from './scope_choice.js'
import { showKey } from './show_key.js'
import { submissionOf } from '../submission_of.js'
import { keeping, showSecret } from './show_secret.js'
import { ListedKeys, type ListedKey } from '#app/webhooks/listed_keys'
import { keyView } from './key_view.js'

export default class KeysController {
  /** GET /settings/keys */
  async index(ctx: HttpContext) {
    const [rows] = await readPage(ctx, ListedKeys.all(ctx.dashboard.environment))
    const phrases = phrasesOf(ctx)
    const keys = ListedKeys.from(rows).map((key) => keyView(key, phrases))
    return showPage(ctx, 'dashboard/keys/index', {
      keys: keys.filter(({ isOver }) => !isOver),
      endedKeys: keys.filter(({ isOver }) => isOver),
      planNote: noteOfPlan(ctx),
    })
  }

  /** GET /settings/keys/new */
  async create(ctx: HttpContext) {
    await readPage(ctx)
    return showForm(ctx, KeyForm.blank(phrasesOf(ctx)))
  }

  /** POST /settings/keys: the key is shown by this answer, and never again. */
  async store(ctx: HttpContext) {
    await readPage(ctx)
    const form = KeyForm.of(ctx.request.body(), phrasesOf(ctx))
    const note = noteOfPlan(ctx)
    if (note) form.errors.form = note
    const { environment, user: createdBy } = ctx.dashboard
    const made = await inAccount(ctx, () =>
      submissionOf(ctx).run((keep) =>
        form.accept(scopesOf(scopeChoice(giver(ctx))), (params) =>
          ApiKey.issue(
            { ...params, environment, createdBy },
            ctx.dashboard.actor(ctx),
            keeping(keep)
          )
        )
      )
    )
    return made ? showSecret(ctx, made) : showForm(ctx, form, 422)
  }

  /** GET /settings/keys/:id */
  async show(ctx: HttpContext) {
    return showKey(ctx, RequestFilter.of(ctx.request.qs()))
  }

  /** GET /settings/keys/:id/edit */
  async edit(ctx: HttpContext) {
    const { key } = await findKey(ctx)
    if (!isOpen(ctx, key)) return ctx.response.redirect(pathOf(ctx, key), false, 303)
    return showEdit(ctx, key, KeyForm.from(key, phrasesOf(ctx)))
  }

  /** POST /settings/keys/:id */
  async update(ctx: HttpContext) {
    const { key } = await findKey(ctx)
    if (!isOpen(ctx, key)) return ctx.response.redirect(pathOf(ctx, key), false, 303)
    const form = KeyForm.of(ctx.request.body(), phrasesOf(ctx))
    const offered = scopesOf(scopeChoice(giver(ctx), key.scopes))
    try {
      const revised = await form.accept(offered, (params) =>
        changeKey(ctx, key, (found) =>
          found.revise(form.changes(params), ctx.dashboard.actor(ctx)).then(() => found)
        )
      )
      if (!revised) return showEdit(ctx, key, form, 422)
    } catch (error) {
      if (!(error instanceof ChangedMeanwhile)) throw error
      const stored = KeyForm.from(key, form.phrases)
      stored.errors.form = refusalIn(form.phrases, error)
      return showEdit(ctx, key, stored, 409)
    }
    flash(ctx, 'success', form.phrases.t('keys.changed'))
    ctx.response.redirect(pathOf(ctx, key), false, 303)
  }
}

function giver(ctx: HttpContext): Giver {
  const { dashboard, profile } = ctx
  const { entitlements } = profile
  return { dashboard, entitlements, phrases: phrasesOf(ctx) }
}

function pathOf(ctx: HttpContext, { id }: ApiKey): string {
  return `${listPath(ctx)}/${id}`
}

/** Its page says why not. */
function isOpen({ dashboard }: HttpContext, key: ApiKey): boolean {
  return !key.isRevoked && !key.isExpired && mayWithKey('change', key.scopes, dashboard)
}

async function showForm(ctx: HttpContext, form: KeyForm, status = 200) {
  const people = await peopleToAsk(ctx.dashboard, 'allDocuments')
  const state = {
    ...choices(ctx),
    people,
    expiries: EXPIRIES.map(({ value }) => value),
    planNote: noteOfPlan(ctx),
  }
  return showPage(ctx, 'dashboard/keys/create', { ...formView(form), ...state }, status)
}

async function showEdit(ctx: HttpContext, key: ListedKey, form: KeyForm, status = 200) {
  const people = await peopleToAsk(ctx.dashboard, 'allDocuments')
  const state = { ...choices(ctx, key), people, key: keyView(key, form.phrases) }
  return showPage(ctx, 'dashboard/keys/edit', { ...formView(form), ...state }, status)
}

function formView({ values, errors, initial }: KeyForm) {
  return { values, errors, initial }
}

function choices(ctx: HttpContext, key?: ApiKey) {
  const scopeGroups = scopeChoice(giver(ctx), key?.scopes)
  const { ipAddress } = clientInfo(ctx.request)
  return { scopeGroups, presets: presetsOf(scopeGroups, phrasesOf(ctx)), ownAddress: ipAddress }
}
