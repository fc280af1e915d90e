import { createPrivateKey, generateKeyPair, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import { column } from '@adonisjs/lucid/orm'
import { clock } from '#app/foundation/clock'
import { openEnvelope, sealEnvelope } from '#app/foundation/keys/envelope'
import { sha256Hex, randomToken } from '#app/foundation/opaque_token'
import { AccountModel } from '#app/tenancy/models/account_model'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { keyRing } from '#app/tenancy/keys'

/** What every receiver understands; longer ones do not fit into the answers of some name servers (RFC 8301, 3.2). */
const BITS = 2048
const SELECTOR_DIGITS = 10

const generate = promisify(generateKeyPair)

/** One key that signs mails of one domain, found by receivers under its selector. */
export default class SenderKey extends AccountModel {
  static table = 'sender_keys'

  @column({ isPrimary: true })
  declare selector: string

  @column()
  declare domain: string

  @column()
  declare role: 'active' | 'standby' | 'retired'

  /** SubjectPublicKeyInfo in base64, as the record has it. */
  @column()
  declare publicKey: string

  /** PKCS #8, enveloped under the tenant's key; gone once retired. */
  @column({ serializeAs: null })
  declare privateKey: Buffer | null

  @column()
  declare createdAt: Date

  @column()
  declare retiredAt: Date | null

  /** Takes a while: made before the unit that saves it. */
  static async make(domain: string, role: 'active' | 'standby'): Promise<SenderKey> {
    const { publicKey, privateKey } = await generate('rsa', {
      modulusLength: BITS,
      publicKeyEncoding: { type: 'spki', format: 'der' },
      privateKeyEncoding: { type: 'pkcs8', format: 'der' },
    })
    // named by chance: it says nothing of us, and no two accounts claim the same name
    const selector = `s${sha256Hex(randomToken()).slice(0, SELECTOR_DIGITS)}`
    return new SenderKey().merge({
      ...{ selector, domain, role, createdAt: clock.now() },
      publicKey: publicKey.toString('base64'),
      privateKey: sealEnvelope(await envelopeKey(), privateKey, purposeOf(selector)),
    })
  }

  get recordName(): string {
    return `${this.selector}._domainkey.${this.domain}`
  }

  get recordValue(): string {
    return `v=DKIM1; k=rsa; p=${this.publicKey}`
  }

  /** PEM, as signers of mails want it. In the scope of the tenant whose key it is; anywhere else it does not open. */
  async reveal(): Promise<string> {
    const sealed = this.privateKey
    if (!sealed) throw new RangeError('A retired key signs nothing')
    const key = openEnvelope(await envelopeKey(), sealed, purposeOf(this.selector))
    return createPrivateKey({ key, format: 'der', type: 'pkcs8' })
      .export({ format: 'pem', type: 'pkcs8' })
      .toString()
  }
}

function envelopeKey(): Promise<KeyObject> {
  return keyRing.derive(CurrentTenant.get().tenant.id, 'sender-keys')
}

function purposeOf(selector: string): string {
  return `${CurrentTenant.get().tenant.id}|${selector}|dkim`
}
