import { AsnConvert } from '@peculiar/asn1-schema'
import { CertificateList } from '@peculiar/asn1-x509'
import { column } from '@adonisjs/lucid/orm'
import { clock } from '#app/foundation/clock'
import { DAY_MS } from '#app/foundation/duration'
import type { Credential } from '#app/sealing/certificate_authority'
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

  /** What its root has revoked that it does not say. Numbers tell, and no clocks: those of several machines differ. */
  async missing(): Promise<string[]> {
    const { authorityId } = this
    const rows = await CertificateRevocation.query().where({ authorityId })
    const said = numbersIn(this.list)
    return rows.map(({ serial }) => serial).filter((serial) => !said.has(BigInt(`0x${serial}`)))
  }
}

function numbersIn(list: Uint8Array): Set<bigint> {
  const { revokedCertificates = [] } = AsnConvert.parse(list, CertificateList).tbsCertList
  const numbers = revokedCertificates.map(({ userCertificate }) =>
    Buffer.from(userCertificate).toString('hex')
  )
  return new Set(numbers.map((hex) => BigInt(`0x${hex}`)))
}
