import { ENVIRONMENTS } from '#app/foundation/environment'
import Tenant from '#app/tenants/tenant'
import type { Canaries } from './evidence/canary.js'
import { Chores } from './installation/chores.js'
import { eraseTenant } from './installation/erasure.js'
import { closeOffice, openOffice, type Office } from './parties/office.js'
import { TYPED } from './requests/form.js'
import { makeParty, type Extent, type Party } from './parties/party.js'

/** Everybody who takes part in a proof. */
export interface Cast {
  readonly office: Office
  readonly reseller: Party
  readonly child: Party
  readonly sibling: Party
  readonly grandchild: Party
  readonly stranger: Party
  readonly all: readonly Party[]
}

const CROWDED: Extent = { environments: ENVIRONMENTS, isRich: true, isCrowded: true }
const RICH: Extent = { environments: ENVIRONMENTS, isRich: true, isCrowded: false }
const SMALL: Extent = { environments: ['live'], isRich: false, isCrowded: false }

/** Made step by step, so that what was made is taken away again wherever it fails. */
export class Stage {
  #tenants: Tenant[] = []
  #office: Office | undefined

  constructor(
    private canaries: Canaries,
    private hooks: string
  ) {}

  async setUp(onProgress: (step: string) => void): Promise<Cast> {
    const office = (this.#office = await openOffice())
    const operator = office.operators[0]
    const make = (name: string, extent: Extent, parent: Party | null = null) => {
      onProgress(`making ${name}`)
      const { canaries, hooks } = this
      const onMade = (tenant: Tenant) => void this.#tenants.push(tenant)
      return makeParty({ name, parent, operator, canaries, hooks, onMade, ...extent })
    }
    const reseller = await make('the reseller', CROWDED)
    const child = await make('its tenant', SMALL, reseller)
    const sibling = await make('its other tenant', SMALL, reseller)
    const grandchild = await make('the tenant of its tenant', SMALL, child)
    const stranger = await make('the stranger', RICH)
    const all = [reseller, child, sibling, grandchild, stranger]
    await Chores.finish(all.map(({ tenant }) => tenant))
    return { office, reseller, child, sibling, grandchild, stranger, all }
  }

  /** Those below others first, also those that came by a hole. */
  async tearDown(): Promise<void> {
    const began = this.#tenants[0]?.createdAt ?? new Date()
    const strays = Tenant.query().where('name', TYPED.text).where('createdAt', '>=', began)
    for (const { id } of [...(await strays), ...this.#tenants.reverse()])
      await eraseWithAllBelow(id)
    if (this.#office) await closeOffice(this.#office)
  }
}

async function eraseWithAllBelow(id: string): Promise<void> {
  const below = await Tenant.query().where('parentId', id)
  for (const child of below) await eraseWithAllBelow(child.id)
  await eraseTenant(id)
}
