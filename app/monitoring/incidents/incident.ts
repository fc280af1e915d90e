import { column } from '@adonisjs/lucid/orm'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { clock } from '#app/foundation/clock'
import { newId } from '#app/foundation/identifier'
import { PlatformModel } from '#app/tenancy/models/platform_model'
import type { ServicePart } from '../samples/service_part.js'
import IncidentResolved from './errors/incident_resolved.js'

export const IMPACTS = ['disturbed', 'down'] as const
export type Impact = (typeof IMPACTS)[number]

export const INCIDENT_STATES = ['investigating', 'identified', 'monitoring', 'resolved'] as const
export type IncidentState = (typeof INCIDENT_STATES)[number]

export const MAX_TITLE = 160
export const MAX_TEXT = 2_000

export interface NewIncident {
  title: string
  parts: readonly ServicePart[]
  impact: Impact
  /** Whose tenants read it; null for everybody. */
  resellerId: string | null
  text: string
}

/** A disturbance that operators tell customers about, from its first words until it is resolved. */
export default class Incident extends PlatformModel {
  static table = 'incidents'

  @column({ isPrimary: true })
  declare id: string

  @column()
  declare resellerId: string | null

  @column()
  declare title: string

  @column()
  declare parts: ServicePart[]

  @column()
  declare impact: Impact

  @column()
  declare beganAt: Date

  @column()
  declare resolvedAt: Date | null

  /** Open ones first. */
  static newest(limit: number): Promise<Incident[]> {
    return this.query().orderByRaw('resolved_at is not null, began_at desc').limit(limit)
  }

  static async openCount(): Promise<number> {
    const { $extras } = await this.query().whereNull('resolvedAt').count('* as open').firstOrFail()
    return Number($extras.open)
  }

  /** In a transaction of the platform. */
  static async open(
    { title, parts, impact, resellerId, text }: NewIncident,
    client: TransactionClientContract
  ): Promise<Incident> {
    const values = { title, parts: [...parts], impact, resellerId }
    const incident = await Incident.create(
      { id: newId('inc'), ...values, beganAt: clock.now() },
      { client }
    )
    await incident.#write('investigating', text, client)
    return incident
  }

  /** Adds what is known now; `resolved` ends it. In a transaction of the platform. @throws IncidentResolved */
  static async update(
    id: string,
    { state, text }: { state: IncidentState; text: string },
    client: TransactionClientContract
  ): Promise<void> {
    const incident = await Incident.query({ client }).where('id', id).forUpdate().firstOrFail()
    if (!incident.isOpen) throw new IncidentResolved()
    await incident.#write(state, text, client)
    if (state === 'resolved') await incident.merge({ resolvedAt: clock.now() }).save()
  }

  get isOpen(): boolean {
    return this.resolvedAt === null
  }

  async #write(
    state: IncidentState,
    text: string,
    client: TransactionClientContract
  ): Promise<void> {
    await client.table('incident_updates').insert({
      ...{ id: newId('inu'), incident_id: this.id, state, text, written_at: clock.now() },
    })
  }
}
