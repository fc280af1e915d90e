import { ENVIRONMENTS } from '#app/foundation/environment'
import Tenant from '#app/tenants/tenant'
import type { Canaries } from './evidence/canary.js'
import { PendingWork } from './installation/pending_work.js'
import { eraseTenant } from './installation/erasure.js'
import { removeConsoleParty, makeConsoleParty, type ConsoleParty } from './parties/console_party.js'
import { TYPED } from './requests/form.js'
import { makeParty, type Extent, type Party } from './parties/party.js'

/** Everybody who takes part in a proof. */
export interface Cast {
  readonly consoleParty: ConsoleParty
  readonly reseller: Party
  readonly child: Party
  readonly sibling: Party
  readonly grandchild: Party
  readonly stranger: Party
  readonly all: readonly Party[]
}

const FULL: Extent = { environments: ENVIRONMENTS, isRich: true, hasEverybody: true }
const RICH: Extent = { environments: ENVIRONMENTS, isRich: true, hasEverybody: false }
const SMALL: Extent = { environments: ['live'], isRich: false, hasEverybody: false }

/** Made step by step, so that what was made is taken away again wherever it fails. */
export class Stage {
  #tenants: Tenant[] = []
  #consoleParty: ConsoleParty | undefined

  constructor(
    private canaries: Canaries,
    private hooks: string
  ) {}

  async setUp(onProgress: (step: string) => void): Promise<Cast> {
    const consoleParty = (this.#consoleParty = await makeConsoleParty())
    const operator = consoleParty.operators[0]
    const make = (name: string, extent: Extent, parent: Party | null = null) => {
      onProgress(`making ${name}`)
      const { canaries, hooks } = this
      const onMade = (tenant: Tenant) => void this.#tenants.push(tenant)
      return makeParty({ name, parent, operator, canaries, hooks, onMade, ...extent })
    }
    const reseller = await make('the reseller', FULL)
    const child = await make('its tenant', SMALL, reseller)
    const sibling = await make('its other tenant', SMALL, reseller)
    const grandchild = await make('the tenant of its tenant', SMALL, child)
    const stranger = await make('the stranger', RICH)
    const all = [reseller, child, sibling, grandchild, stranger]
    await PendingWork.finish(all.map(({ tenant }) => tenant))
    return { consoleParty, reseller, child, sibling, grandchild, stranger, all }
  }

  /** Those below others first, also those that came by a hole. */
  async tearDown(): Promise<void> {
    const began = this.#tenants[0]?.createdAt ?? new Date()
    const strays = Tenant.query().where('name', TYPED.text).where('createdAt', '>=', began)
    for (const { id } of [...(await strays), ...this.#tenants.reverse()])
      await eraseWithAllBelow(id)
    if (this.#consoleParty) await removeConsoleParty(this.#consoleParty)
  }
}

async function eraseWithAllBelow(id: string): Promise<void> {
  const below = await Tenant.query().where('parentId', id)
  for (const child of below) await eraseWithAllBelow(child.id)
  await eraseTenant(id)
}
