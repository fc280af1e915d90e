import { X509Certificate } from 'node:crypto'
import { args, BaseCommand, flags } from '@adonisjs/core/ace'
import { Exception } from '@adonisjs/core/exceptions'
import { ClockWatch } from '#app/monitoring/clock_watch'
import { OwnCertificates } from '#app/signing/seal/own/own_certificates'
import { certificateFacts } from '#app/signing/seal/own/own_certificate'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import Tenant from '#app/tenants/tenant'
import { CONSOLE } from './_console.js'
import { refusalsAsSentences } from './_refusals.js'
import { textOf } from './_text_file.js'

const CERTIFICATES = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g
const KEY_ID = /^(?:[0-9a-f]{2}){1,64}$/i

export default class SealToken extends BaseCommand {
  static commandName = 'seal:token'
  static description =
    'Seal a tenant’s documents with its own certificate, whose key is on a token that speaks PKCS#11'
  static help = [
    'A trial seal is made and verified first. The token is reached by the library that PKCS11_MODULE names, on every machine that runs web or worker.',
    'All four flags are required.',
    'Settings → Seal takes the certificate out of use again.',
  ]
  static options = { startApp: true }

  @args.string({ description: 'Slug of the tenant' })
  declare slug: string

  @flags.string({ description: 'File (PEM) with the certificate and then its issuers' })
  declare certificate?: string

  @flags.string({ description: 'Label of the token' })
  declare token?: string

  @flags.string({ description: 'Id of the key on the token (CKA_ID, hexadecimal)' })
  declare key?: string

  @flags.string({ description: 'File with the user PIN of the token' })
  declare pinFile?: string

  async run() {
    await ClockWatch.once()
    const { certificate, token, key: keyId, pinFile } = this
    const tenant = await Tenant.findBy({ slug: this.slug })
    if (!tenant?.isReachable)
      throw new Exception(`No tenant has the slug ${this.slug}`, { status: 404 })
    if (!certificate || !token || !keyId || !pinFile)
      throw new Exception('Give --certificate, --token, --key and --pin-file', { status: 422 })
    if (!KEY_ID.test(keyId))
      throw new Exception('--key is hexadecimal, as pkcs11-tool --list-objects shows it', {
        status: 422,
      })
    const path = certificatesIn(await textOf(certificate))
    const pin = (await textOf(pinFile)).trim()
    const scope = { tenant: tenant.ref, environment: 'live' } as const
    const access = { token, pin, keyId }
    await CurrentTenant.run(scope, () => OwnCertificates.useToken(path, access, CONSOLE))
    const { subject } = certificateFacts(path[0]!)
    this.logger.log(`A trial seal holds. ${tenant.name} seals with ${subject} from now on.`)
  }

  completed() {
    return refusalsAsSentences(this)
  }
}

function certificatesIn(text: string): Uint8Array[] {
  try {
    return (text.match(CERTIFICATES) ?? []).map((pem) => new X509Certificate(pem).raw)
  } catch (cause) {
    throw new Exception('A certificate in the file cannot be read', { status: 422, cause })
  }
}
