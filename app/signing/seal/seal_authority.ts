import { X509Certificate, type KeyObject } from 'node:crypto'
import { column } from '@adonisjs/lucid/orm'
import type { Actor } from '#app/audit/actor'
import { PlatformTrail } from '#app/audit/platform_trail'
import { clock } from '#app/foundation/clock'
import { HOUR_MS } from '#app/foundation/duration'
import { ENVIRONMENTS, type Environment } from '#app/foundation/environment'
import { openEnvelope, sealEnvelope } from '#app/foundation/keys/envelope'
import { newId } from '#app/foundation/identifier'
import type { Credential } from '#app/sealing/certificate_authority'
import RootOffline from '#app/sealing/errors/root_offline'
import { isHere, type PrivateKey } from '#app/sealing/keys/private_key'
import { storedKey } from '#app/sealing/keys/stored_keys'
import { keyRing, PLATFORM } from '#app/tenancy/keys'
import { PlatformModel } from '#app/tenancy/models/platform_model'
import { platformTransaction } from '#app/tenancy/transactions/platform_transaction'

export type AuthorityKind = 'root' | 'issuing' | 'direct'

/** No seal is made with one that ends while it is made. */
const RETIRED_BEFORE_MS = HOUR_MS

/** What `storedKey` begins with where the key of a root was taken away. */
export const OFFLINE = 'offline:'

/** Those that a path ends with. */
const AT_THE_TOP: AuthorityKind[] = ['root', 'direct']

export interface PublishedAuthority {
  id: string
  der: Uint8Array
  isTest: boolean
}

export type IdsByKind = Record<AuthorityKind, string[]>

interface Place {
  environment: Environment
  kind: AuthorityKind
  generation: number
  issuerId: string | null
}

/** The platform's own authorities: for live and for TEST seals a root each, and below it those that issue the tenants' certificates. */
export default class SealAuthority extends PlatformModel {
  static table = 'seal_authorities'

  @column({ isPrimary: true })
  declare id: string

  @column()
  declare environment: Environment

  /** `direct`: a root of earlier releases, which issued to tenants itself and issues no more. */
  @column()
  declare kind: AuthorityKind

  /** Counts those of a kind in an environment. */
  @column()
  declare generation: number

  @column()
  declare issuerId: string | null

  @column()
  declare certificate: Buffer

  /** PKCS#8, enveloped under the platform's root; null where `storedKey` says where it is. */
  @column()
  declare privateKey: Buffer | null

  @column()
  declare storedKey: string | null

  @column()
  declare createdAt: Date

  static newest(environment: Environment, kind: AuthorityKind): Promise<SealAuthority | null> {
    return SealAuthority.query().where({ environment, kind }).orderBy('generation', 'desc').first()
  }

  /** In each environment the root and the authority that issues, where they have been made. */
  static async inUse(): Promise<SealAuthority[]> {
    const newest = ENVIRONMENTS.flatMap((environment) =>
      (['root', 'issuing'] as const).map((kind) => SealAuthority.newest(environment, kind))
    )
    return (await Promise.all(newest)).filter((authority) => authority !== null)
  }

  /** Those that issued before the one that does now. */
  static async issuedBefore(environment: Environment): Promise<SealAuthority[]> {
    const all = SealAuthority.query().where({ environment, kind: 'issuing' })
    return (await all.orderBy('generation', 'desc')).slice(1)
  }

  static async idsByKind(environment: Environment): Promise<IdsByKind> {
    const all = await SealAuthority.query().select('id', 'kind').where({ environment })
    const ids: IdsByKind = { root: [], issuing: [], direct: [] }
    for (const { id, kind } of all) ids[kind].push(id)
    return ids
  }

  /** Of two that make the same generation at once, one stays. */
  static async keep(made: Credential, place: Place, actor: Actor): Promise<SealAuthority> {
    const { environment, kind, generation, issuerId } = place
    const id = newId('sca', environment)
    const row = {
      ...{ id, environment, kind, generation },
      issuer_id: issuerId,
      certificate: Buffer.from(made.certificate),
      ...(await keptKey(made.privateKey, environment, id)),
    }
    await platformTransaction(async (trx) => {
      const kept = await trx
        .insertQuery()
        .table(this.table)
        .insert(row)
        .onConflict(['environment', 'kind', 'generation'])
        .ignore()
        .returning('id')
      const details = { environment, kind, generation, id }
      if (kept.length > 0)
        await PlatformTrail.append({ action: 'seal_authority.made', actor, details }, trx)
    })
    return SealAuthority.findByOrFail({ environment, kind, generation })
  }

  /** Every root there has been, for verifiers: DER, which is public. */
  static roots(): Promise<PublishedAuthority[]> {
    return SealAuthority.#published(AT_THE_TOP)
  }

  /** Those below the roots. */
  static issuers(): Promise<PublishedAuthority[]> {
    return SealAuthority.#published(['issuing'])
  }

  get endsAt(): Date {
    return new X509Certificate(this.certificate).validToDate
  }

  get hasEnded(): boolean {
    return this.endsAt.getTime() - clock.now().getTime() <= RETIRED_BEFORE_MS
  }

  /** Its key is not here, and in no store that we reach: somebody has to bring it. */
  get isOffline(): boolean {
    return this.storedKey?.startsWith(OFFLINE) ?? false
  }

  /** As its certificate calls it. */
  get name(): string {
    const { subject } = new X509Certificate(this.certificate)
    return /^CN=(.+)$/m.exec(subject)?.[1] ?? subject
  }

  /** Lower-case hexadecimal. */
  get serial(): string {
    return new X509Certificate(this.certificate).serialNumber.toLowerCase()
  }

  async credential(): Promise<Credential> {
    const issuer = this.issuerId ? await SealAuthority.findOrFail(this.issuerId) : null
    return {
      certificate: this.certificate,
      chain: issuer ? [issuer.certificate] : [],
      privateKey: await this.#key(),
    }
  }

  async #key(): Promise<PrivateKey> {
    if (this.isOffline) throw new RootOffline(this.name)
    if (this.storedKey) return storedKey(this.storedKey, this.certificate)
    return openEnvelope(await envelopeKey(this.environment), this.privateKey!, this.id)
  }

  static async #published(kinds: AuthorityKind[]): Promise<PublishedAuthority[]> {
    const all = await SealAuthority.query()
      .select('id', 'certificate', 'environment')
      .whereIn('kind', kinds)
      .orderBy('created_at', 'desc')
    return all.map(({ id, certificate, environment }) => ({
      id,
      der: certificate,
      isTest: environment === 'test',
    }))
  }
}

async function keptKey(key: PrivateKey, environment: Environment, id: string) {
  if (!isHere(key)) return { stored_key: key.reference }
  return { private_key: sealEnvelope(await envelopeKey(environment), key, id) }
}

function envelopeKey(environment: Environment): Promise<KeyObject> {
  return keyRing.derive(PLATFORM, 'certificate-authority', environment)
}
