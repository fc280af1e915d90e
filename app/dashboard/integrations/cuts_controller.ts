import type { HttpContext } from '@adonisjs/core/http'
import { flashOutcome } from '../flash_outcome.js'
import { environmentOf, isIdentifier } from '#app/foundation/identifier'
import { modelsOf } from '#app/tenancy/models/model_rows'
import Integration from '#app/webhooks/integration'
import NothingHere from '../errors/nothing_here.js'
import { phrasesOf } from '../language.js'
import { readPage, showPage } from '../page.js'

export default class CutsController {
  /** GET /settings/integrations/:id/cut */
  async create(ctx: HttpContext) {
    const { id, name } = await find(ctx)
    return showPage(ctx, 'dashboard/integrations/cut', { integration: { id, name } })
  }

  /** POST /settings/integrations/:id/cut */
  async store(ctx: HttpContext) {
    const integration = await find(ctx)
    const outcome = {
      back: `${ctx.dashboard.base}/settings/integrations`,
      done: phrasesOf(ctx).t('integrations.is_cut'),
    }
    return flashOutcome(ctx, outcome, () => integration.cut(ctx.dashboard.actor(ctx)))
  }
}

async function find(ctx: HttpContext): Promise<Integration> {
  const { dashboard, params } = ctx
  const id: unknown = params.id
  if (!isIdentifier('int', id) || environmentOf(id) !== dashboard.environment)
    throw new NothingHere()
  const [rows] = await readPage(ctx, Integration.reading(id))
  const [integration] = modelsOf(Integration, rows)
  if (!integration) throw new NothingHere()
  return integration
}
