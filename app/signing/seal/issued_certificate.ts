import { X509Certificate } from 'node:crypto'
import { column } from '@adonisjs/lucid/orm'
import { clock } from '#app/foundation/clock'
import { PlatformModel } from '#app/tenancy/models/platform_model'
import type SealAuthority from './seal_authority.js'

/** That an authority issued a certificate with this number, and nothing of whose it is. */
export default class IssuedCertificate extends PlatformModel {
  static table = 'issued_certificates'

  /** Lower-case hexadecimal. */
  @column({ isPrimary: true })
  declare serial: string

  @column()
  declare authorityId: string

  @column()
  declare issuedAt: Date

  /** Before the certificate is used: the responder knows every one that is. */
  static async record(certificate: Uint8Array, authority: SealAuthority): Promise<void> {
    const serial = new X509Certificate(certificate).serialNumber.toLowerCase()
    await IssuedCertificate.create({ serial, authorityId: authority.id, issuedAt: clock.now() })
  }
}
