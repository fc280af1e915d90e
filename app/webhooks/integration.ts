import { column } from '@adonisjs/lucid/orm'
import { Secret } from '@adonisjs/core/helpers'
import type { Actor } from '#app/audit/actor'
import type { AccountAction } from '#app/audit/audit_action'
import { SecurityTrail } from '#app/audit/security_trail'
import { clock } from '#app/foundation/clock'
import type { Environment } from '#app/foundation/environment'
import { newId } from '#app/foundation/identifier'
import ApiKey from '#app/identity/keys/api_key'
import type { Scope } from '#app/identity/access/scope'
import TooManyKeys from '#app/identity/errors/too_many_keys'
import type User from '#app/identity/users/user'
import { AccountModel } from '#app/tenancy/models/account_model'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import type { Statement } from '#app/tenancy/statement'
import Endpoint from './endpoints/endpoint.js'

interface Wanted {
  name: string
  /** Where it takes webhooks. */
  url: string
  createdBy: Pick<User, 'id' | 'name'>
}

/** What else belongs into the unit in which its webhook is made. */
type Within = (connected: Connected) => Promise<void>

/** Neither of them is to be had again. */
export interface Connected {
  integration: Integration
  key: Secret<string>
  webhookSecret: Secret<string>
}

/** Enough to send documents, to fetch them, and to ask for what was missed; nothing that manages the account. */
export const INTEGRATION_SCOPES: readonly Scope[] = [
  'documents:read',
  'documents:write',
  'webhooks:read',
]
const EVENTS = ['document.*']

/** Another program that works with the account, with a key and a webhook of its own. Called in its environment, outside of a unit. */
export default class Integration extends AccountModel {
  static table = 'integrations'

  @column({ isPrimary: true })
  declare id: string

  @column()
  declare environment: Environment

  @column()
  declare name: string

  @column()
  declare endpointId: string

  @column()
  declare keyId: string | null

  @column()
  declare createdBy: string

  @column()
  declare createdAt: Date

  /**
   * The webhook and the key lie behind different roles, so there is no unit for both: what was begun is written down first, and a
   * process that dies leaves a connection that is listed as incomplete and can be cut. So the trail has an entry of each: a webhook without its
   * integration is never one that nobody made.
   *
   * @throws UrlForbidden, TooManyEndpoints, TooManyKeys: then nothing is left
   */
  static async connect(
    { name, url, createdBy }: Wanted,
    by: Actor,
    within?: Within
  ): Promise<Connected> {
    const { environment } = CurrentTenant.get()
    const secret = await inAccount(() => ApiKey.newSecret(environment))
    const key = new Secret(secret.text)
    const integration = await this.#begin(name, createdBy.id)
    const { secret: webhookSecret } = await Endpoint.register(
      { id: integration.endpointId, url, name, events: EVENTS },
      { by, within: async (_, made) => within?.({ integration, key, webhookSecret: made }) }
    ).catch((error) => integration.#giveUp(error))
    const wanted = { environment, name, scopes: INTEGRATION_SCOPES, createdBy, secret }
    await inAccount(() =>
      ApiKey.issue(wanted, by, (issued) => integration.#complete(issued, by))
    ).catch((error) => integration.#giveUpWithoutKey(error, by))
    return { integration, key, webhookSecret }
  }

  /** As part of a batch that reads more. */
  static reading(id: string): Statement {
    return { text: 'select * from integrations where id = $1', values: [id] }
  }

  /** Whose key was replaced goes on with the new one. In the unit in which it is. */
  static async followKey(from: Pick<ApiKey, 'id'>, to: Pick<ApiKey, 'id'>): Promise<void> {
    const text = 'update integrations set key_id = $2 where key_id = $1'
    await CurrentTenant.batch([{ text, values: [from.id, to.id] }])
  }

  static #begin(name: string, createdBy: string): Promise<Integration> {
    const { environment } = CurrentTenant.get()
    const row = {
      id: newId('int', environment),
      environment,
      name,
      endpointId: newId('wh', environment),
      keyId: null,
      createdBy,
      createdAt: clock.now(),
    }
    return inAccount(() => unit(() => this.create(row)))
  }

  async #giveUp(error: unknown): Promise<never> {
    await inAccount(() => this.#remove())
    throw error
  }

  /** Of an error that is no refusal nobody knows whether there is a key. */
  async #giveUpWithoutKey(error: unknown, by: Actor): Promise<never> {
    if (!(error instanceof TooManyKeys)) throw error
    const endpoint = await Endpoint.find(this.endpointId)
    await endpoint?.remove({ by })
    return this.#giveUp(error)
  }

  /** In the unit in which the key is made. */
  async #complete(key: ApiKey, by: Actor): Promise<void> {
    await CurrentTenant.batch([
      { text: 'update integrations set key_id = $2 where id = $1', values: [this.id, key.id] },
    ])
    this.keyId = key.id
    await SecurityTrail.append(this.#happening('integration.connected', by))
  }

  /** Its keys are refused from the next request on; then the webhook goes. A retry after a crash, or a second call, may do it again. */
  async cut(by: Actor): Promise<void> {
    await inAccount(() => this.#revokeKeys(by))
    const endpoint = await Endpoint.find(this.endpointId)
    await endpoint?.discard()
    await inAccount(() =>
      unit(async () => {
        if (await this.#remove()) await SecurityTrail.append(this.#happening('integration.cut', by))
      })
    )
  }

  /** With those that it has replaced and that still work for a while: to disconnect leaves nothing that works. */
  async #revokeKeys(by: Actor): Promise<void> {
    await unit(async () => {
      await SecurityTrail.lock()
      // a rotation may have gone before
      const { keyId } = (await Integration.find(this.id)) ?? this
      const key = keyId ? await ApiKey.find(keyId) : null
      await key?.revokeWithPredecessors(by)
    })
  }

  /** @returns whether it was still there */
  async #remove(): Promise<boolean> {
    const [gone] = await unit(() =>
      CurrentTenant.batch([
        { text: 'delete from integrations where id = $1 returning id', values: [this.id] },
      ])
    )
    return gone.length > 0
  }

  #happening(action: AccountAction, actor: Actor) {
    const { id: integrationId, environment, name, keyId, endpointId } = this
    return { action, actor, details: { integrationId, environment, name, keyId, endpointId } }
  }
}

/** Keys and what is connected belong to the account, whatever the environment. */
function inAccount<T>(work: () => Promise<T>): Promise<T> {
  const { tenant } = CurrentTenant.get()
  return CurrentTenant.run({ tenant, environment: 'live' }, work)
}
