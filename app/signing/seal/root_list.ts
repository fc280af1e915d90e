import { column } from '@adonisjs/lucid/orm'
import { X509Crl, X509CrlReason } from '@peculiar/x509'
import { clock } from '#app/foundation/clock'
import { DAY_MS } from '#app/foundation/duration'
import type { Credential } from '#app/sealing/certificate_authority'
import type { Revocation } from '#app/sealing/revocation'
import { revocationList } from '#app/sealing/revocation_list'
import { PlatformModel } from '#app/tenancy/models/platform_model'
import CertificateRevocation from './certificate_revocation.js'
import type SealAuthority from './seal_authority.js'

/** The row of a list. */
export interface SignedList {
  authority_id: string
  made_at: Date
  good_until: Date
  /** DER. */
  list: Buffer
}

/** What a root has revoked, in a list that it signed for a long time, since its key is not here. */
export default class RootList extends PlatformModel {
  static table = 'root_lists'

  @column()
  declare authorityId: string

  @column()
  declare madeAt: Date

  @column()
  declare goodUntil: Date

  /** DER. */
  @column()
  declare list: Buffer

  static newest(authorityId: string): Promise<RootList | null> {
    return RootList.query().where({ authorityId }).orderBy('made_at', 'desc').first()
  }

  /** All that it has revoked by now; nothing is written. */
  static async signed(
    root: SealAuthority,
    credential: Credential,
    days: number
  ): Promise<SignedList> {
    const now = clock.now()
    const goodUntil = new Date(now.getTime() + days * DAY_MS)
    const rows = await CertificateRevocation.query()
      .where({ authorityId: root.id })
      .orderBy('serial')
    const list = Buffer.from(await revocationList(credential, rows, now, goodUntil))
    return { authority_id: root.id, made_at: now, good_until: goodUntil, list }
  }

  /**
   * What its root has revoked that it does not say, or says of a later moment or without that a key was stolen. The list tells, and no
   * clocks: those of several machines differ.
   */
  async missing(): Promise<string[]> {
    const { authorityId } = this
    const rows = await CertificateRevocation.query().where({ authorityId })
    const said = entriesOf(this.list)
    return rows.filter((row) => !isSaid(row, said)).map(({ serial }) => serial)
  }
}

interface Entry {
  revokedAt: Date
  isCompromised: boolean
}

function entriesOf(list: Uint8Array): Map<bigint, Entry> {
  const { entries } = new X509Crl(list as Uint8Array<ArrayBuffer>)
  return new Map(
    entries.map(({ serialNumber, revocationDate, reason }) => [
      BigInt(`0x${serialNumber}`),
      { revokedAt: revocationDate, isCompromised: reason === X509CrlReason.keyCompromise },
    ])
  )
}

function isSaid({ serial, reason, revokedAt }: Revocation, said: Map<bigint, Entry>): boolean {
  const entry = said.get(BigInt(`0x${serial}`))
  if (!entry || (reason === 'key_compromise' && !entry.isCompromised)) return false
  // lists say whole seconds
  return entry.revokedAt <= revokedAt
}
