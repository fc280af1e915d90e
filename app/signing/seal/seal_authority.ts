import { column } from '@adonisjs/lucid/orm'
import type { Environment } from '#app/foundation/environment'
import { openEnvelope, sealEnvelope } from '#app/foundation/keys/envelope'
import { newId } from '#app/foundation/identifier'
import { createAuthority, type Credential } from '#app/sealing/certificate_authority'
import { keyRing, PLATFORM } from '#app/tenancy/keys'
import { PlatformModel } from '#app/tenancy/models/platform_model'

/** The platform's own authority, one for live and one for TEST seals; it issues the tenants' certificates. */
export default class SealAuthority extends PlatformModel {
  static table = 'certificate_authorities'

  @column({ isPrimary: true })
  declare id: string

  @column()
  declare environment: Environment

  @column()
  declare certificate: Buffer

  /** PKCS#8, enveloped under the platform's root. */
  @column()
  declare privateKey: Buffer

  @column()
  declare createdAt: Date

  /** Made at its first use; of two that make it at once, one stays. */
  static async credential(environment: Environment): Promise<Credential & { id: string }> {
    const known =
      (await SealAuthority.findBy({ environment })) ?? (await SealAuthority.#found(environment))
    const key = await keyRing.derive(PLATFORM, 'certificate-authority', environment)
    return {
      id: known.id,
      certificate: known.certificate,
      chain: [],
      privateKey: openEnvelope(key, known.privateKey, known.id),
    }
  }

  /** Every authority there has been, for verifiers: DER, which is public. */
  static async roots(): Promise<{ id: string; der: Uint8Array; isTest: boolean }[]> {
    const all = await SealAuthority.query().select('id', 'certificate', 'environment')
    return all.map(({ id, certificate, environment }) => ({
      id,
      der: certificate,
      isTest: environment === 'test',
    }))
  }

  static async #found(environment: Environment): Promise<SealAuthority> {
    const isTest = environment === 'test'
    const made = await createAuthority({ name: 'Document Seal Authority', isTest })
    const key = await keyRing.derive(PLATFORM, 'certificate-authority', environment)
    const id = newId('sca', environment)
    const privateKey = sealEnvelope(key, made.privateKey, id)
    const row = {
      id,
      environment,
      certificate: Buffer.from(made.certificate),
      private_key: privateKey,
    }
    await SealAuthority.query()
      .client.insertQuery()
      .table(this.table)
      .insert(row)
      .onConflict('environment')
      .ignore()
    return SealAuthority.findByOrFail({ environment })
  }
}
