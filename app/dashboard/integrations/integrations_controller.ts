import type { HttpContext } from '@adonisjs/core/http'
import { publicUrl } from '#app/tenants/public_address'
import Integration from '#app/webhooks/integration'
import { readPage, showPage } from '../page.js'
import { peopleToAsk } from '../people_to_ask.js'
import { environmentSnippet } from './environment_snippet.js'
import { NewIntegrationForm } from './new_integration_form.js'
import { LISTED, shownIntegration } from './shown_integration.js'

export default class IntegrationsController {
  /** GET /settings/integrations */
  async index(ctx: HttpContext) {
    const [rows] = await readPage(ctx, { text: LISTED, values: [ctx.desk.environment] })
    const integrations = rows.map(shownIntegration)
    const people = await peopleToAsk(ctx.desk, 'allDocuments')
    const state = { integrations, people, planNote: planNote(ctx) }
    return showPage(ctx, 'dashboard/integrations/index', state)
  }

  /** GET /settings/integrations/new */
  async create(ctx: HttpContext) {
    await readPage(ctx)
    return showForm(ctx, NewIntegrationForm.blank())
  }

  /** POST /settings/integrations: key and secret are shown by this answer, and never again. */
  async store(ctx: HttpContext) {
    await readPage(ctx)
    const form = NewIntegrationForm.of(ctx.request.body())
    const note = planNote(ctx)
    if (note) form.errors.form = note
    const createdBy = ctx.desk.user
    const made = await form.accept((wishes) =>
      Integration.connect({ ...wishes, createdBy }, ctx.desk.actor(ctx))
    )
    if (!made) return showForm(ctx, form, 422)
    const secrets = { key: made.key.release(), webhookSecret: made.webhookSecret.release() }
    const snippet = environmentSnippet({ url: publicUrl(ctx.place.host, ''), ...secrets })
    const { name } = made.integration
    return showPage(ctx, 'dashboard/integrations/connected', { name, snippet, ...secrets })
  }
}

function showForm(ctx: HttpContext, { values, errors }: NewIntegrationForm, status = 200) {
  return showPage(ctx, 'dashboard/integrations/create', { values, errors }, status)
}

/** Why none can be connected; null where they can. The sandbox has all of it on every plan. */
function planNote({ desk, profile: { standing } }: HttpContext): string | null {
  const isOpen = standing.may('apiLive') && standing.may('webhooks')
  return isOpen || desk.environment === 'test'
    ? null
    : `Your plan, ${standing.planName}, has integrations in the sandbox only.`
}
