import { X509Certificate, type KeyObject } from 'node:crypto'
import { column } from '@adonisjs/lucid/orm'
import { clock } from '#app/foundation/clock'
import { newId } from '#app/foundation/identifier'
import { openEnvelope, sealEnvelope } from '#app/foundation/keys/envelope'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { keyRing } from '#app/tenancy/keys'
import { AccountModel } from '#app/tenancy/models/account_model'
import { selfSigned } from './self_signed.js'

/** With which a tenant signs what it asks of its provider, and opens what the provider encrypts. Each tenant has its own. */
export default class OwnKey extends AccountModel {
  static table = 'sso_keys'

  @column({ isPrimary: true })
  declare id: string

  /** A retired one still opens what was encrypted for it; the next one is in the metadata, so that providers know it in time. */
  @column()
  declare role: 'current' | 'next' | 'retired'

  /** Base64 of DER. */
  @column()
  declare certificate: string

  /** PKCS #8 in PEM, enveloped under the tenant's key. */
  @column({ serializeAs: null })
  declare privateKey: Buffer

  @column()
  declare notAfter: Date

  @column()
  declare createdAt: Date

  /** Takes a while: made before the unit that saves it. */
  static async make(role: 'current' | 'next'): Promise<OwnKey> {
    const id = newId('ssk')
    // names nobody: providers' administrators see it
    const { certificate, privateKey } = await selfSigned('Single sign-on')
    const { validTo } = new X509Certificate(Buffer.from(certificate, 'base64'))
    return new OwnKey().merge({
      ...{ id, role, certificate, createdAt: clock.now() },
      notAfter: new Date(validTo),
      privateKey: sealEnvelope(await envelopeKey(), privateKey, purposeOf(id)),
    })
  }

  /** PEM. In the scope of the tenant whose key it is; anywhere else it does not open. */
  async reveal(): Promise<string> {
    return openEnvelope(await envelopeKey(), this.privateKey, purposeOf(this.id)).toString()
  }
}

function envelopeKey(): Promise<KeyObject> {
  return keyRing.derive(CurrentTenant.get().tenant.id, 'sso-keys')
}

function purposeOf(id: string): string {
  return `${CurrentTenant.get().tenant.id}|${id}|saml`
}
