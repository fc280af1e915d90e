import type { HttpContext } from '@adonisjs/core/http'
import { flash } from '#app/front_door/pages/flash'
import type { KeepOutcome, Outcome } from '#app/front_door/bodies/submission'
import { publicUrl } from '#app/tenants/hosts/public_address'
import { listedIntegrations } from '#app/webhooks/listed_integrations'
import Integration, { type Connected } from '#app/webhooks/integration'
import { phrasesOf } from '../language.js'
import { readPage, showPage } from '../page.js'
import { peopleToAsk } from '../people_to_ask.js'
import { submissionOf } from '../submission_of.js'
import { environmentSnippet } from './environment_snippet.js'
import { NewIntegrationForm } from './new_integration_form.js'
import { integrationView } from './integration_view.js'

export default class IntegrationsController {
  /** GET /settings/integrations */
  async index(ctx: HttpContext) {
    const [rows] = await readPage(ctx, listedIntegrations(ctx.dashboard.environment))
    const phrases = phrasesOf(ctx)
    const integrations = rows.map((row) => integrationView(row, phrases))
    const people = await peopleToAsk(ctx.dashboard, 'allDocuments')
    const state = { integrations, people, planNote: planNote(ctx) }
    return showPage(ctx, 'dashboard/integrations/index', state)
  }

  /** GET /settings/integrations/new */
  async create(ctx: HttpContext) {
    await readPage(ctx)
    return showForm(ctx, NewIntegrationForm.blank(phrasesOf(ctx)))
  }

  /** POST /settings/integrations: key and secret are shown by this answer, and never again. */
  async store(ctx: HttpContext) {
    await readPage(ctx)
    const form = NewIntegrationForm.of(ctx.request.body(), phrasesOf(ctx))
    const note = planNote(ctx)
    if (note) form.errors.form = note
    const createdBy = ctx.dashboard.user
    const made = await submissionOf(ctx).run((keep) =>
      form.accept((params) =>
        Integration.connect({ ...params, createdBy }, ctx.dashboard.actor(ctx), keeping(keep))
      )
    )
    return made ? showConnected(ctx, made, form.values.name) : showForm(ctx, form, 422)
  }
}

/** Noted before there is a key: what makes it later makes it with this secret. */
function keeping(keep: KeepOutcome) {
  return ({ integration: { id }, key, webhookSecret }: Connected) => {
    const secrets = { key: key.release(), webhookSecret: webhookSecret.release() }
    return keep({ id, secret: JSON.stringify(secrets) })
  }
}

function showConnected(ctx: HttpContext, { secret }: Outcome, name: string) {
  if (!secret) {
    flash(ctx, 'info', phrasesOf(ctx).t('integrations.shown_before'))
    return ctx.response.redirect(`${ctx.dashboard.base}/settings/integrations`, false, 303)
  }
  const secrets = JSON.parse(secret) as { key: string; webhookSecret: string }
  const snippet = environmentSnippet({ url: publicUrl(ctx.target.host, ''), ...secrets })
  return showPage(ctx, 'dashboard/integrations/connected', { name, snippet, ...secrets })
}

function showForm(ctx: HttpContext, { values, errors }: NewIntegrationForm, status = 200) {
  return showPage(ctx, 'dashboard/integrations/create', { values, errors }, status)
}

/** Why none can be connected; null where they can. The sandbox has all of it on every plan. */
function planNote(ctx: HttpContext): string | null {
  const { entitlements } = ctx.profile
  const isOpen = entitlements.may('apiLive') && entitlements.may('webhooks')
  return isOpen || ctx.dashboard.environment === 'test'
    ? null
    : phrasesOf(ctx).t('integrations.plan_note', { plan: entitlements.planName })
}
