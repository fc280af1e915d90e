import { clock } from '#app/foundation/clock'
import ProviderAway, { type ProviderFault } from '#app/sealing/errors/provider_away'
import type { RemoteSigner } from '#app/sealing/keys/remote_key'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { query } from '#app/tenancy/statement'
import Notice from '#app/tenants/notice'
import { FirstTry } from './first_try.js'
import OwnCertificate from './own_certificate.js'

/** A restart is no news. */
const NOTIFY_AFTER_MS = 30 * 60_000

const FAILED = `
  update own_certificates
     set failing_since = coalesce(failing_since, $1), failing_fault = $2, failing_said = $3
   where id = $4 and retired_at is null
  returning failing_since as since, failing_told_at as notified`
const MARK_NOTIFIED =
  'update own_certificates set failing_told_at = $1 where id = $2 and failing_told_at is null returning 1'
const WELL = `
  update own_certificates
     set failing_since = null, failing_fault = null, failing_said = null, failing_told_at = null
   where id = $1 and failing_since is not null`

/** Of each certificate whose key is elsewhere. */
const firstTries = FirstTry.each()

interface Failing {
  since: Date
  notified: Date | null
}

/** How the provider fares that keeps the key of a tenant's certificate. Seals wait while it is away: they are to be with that certificate and no other. */
export const ProviderHealth = {
  /**
   * The same signer. After a PIN was refused it is not asked again until it is connected anew, and who asks first asks alone: a few wrong
   * ones lock a key.
   */
  watched(signer: RemoteSigner, { id }: OwnCertificate): RemoteSigner {
    return {
      sign: (certificate, digest) =>
        firstTries.of(id).run(async () => {
          // read anew: since the seal began another may have been refused
          const own = await OwnCertificate.findOrFail(id)
          if (own.failingFault === 'pin') throw new ProviderAway('pin', own.failingSaid!)
          try {
            const value = await signer.sign(certificate, digest)
            if (own.failingSince) await CurrentTenant.batch([{ text: WELL, values: [id] }])
            return value
          } catch (error) {
            if (error instanceof ProviderAway) await unit(() => failed(id, error))
            throw error
          }
        }),
    }
  },
}

async function failed(id: string, { fault, said }: { fault: ProviderFault; said: string }) {
  const now = clock.now()
  const [[row]] = await CurrentTenant.batch([query<Failing>(FAILED, [now, fault, said, id])])
  const lasts = row ? now.getTime() - row.since.getTime() : 0
  const needsPeople = fault === 'pin' || fault === 'login'
  if (!row || row.notified || (!needsPeople && lasts < NOTIFY_AFTER_MS)) return
  const [marked] = await CurrentTenant.batch([{ text: MARK_NOTIFIED, values: [now, id] }])
  if (marked.length > 0) await Notice.leave('seal.provider_away', { certificateId: id, fault })
}
