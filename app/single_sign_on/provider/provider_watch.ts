import { SYSTEM } from '#app/audit/actor'
import { SecurityTrail } from '#app/audit/security_trail'
import { clock } from '#app/foundation/clock'
import { DAY_MS } from '#app/foundation/duration'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { Outbox, type Task } from '#app/tenancy/outbox/outbox'
import Notice from '#app/tenants/notice'
import { Arrivals } from '../arrival.js'
import Connection from '../connection.js'
import { gate } from '../gate/gate.js'
import { MAX_CERTIFICATES } from '../gate/limits.js'
import type { ProviderMetadata } from '../gate/provider_metadata.js'
import { Rejection } from '../gate/rejection.js'
import { LastProfile } from '../last_profile.js'
import { announceEnds, nextAnnouncement } from './end_notices.js'
import { fetchMetadata } from './metadata_source.js'
import { addressChanges } from './provider_changes.js'
import { fingerprintOf, ProviderCertificates } from './provider_certificates.js'

/** What a look at the provider's address has brought. */
interface Finding {
  url: string
  /** Null where nothing has changed since, or nothing could be read. */
  metadata: ProviderMetadata | null
  etag: string | null
  fault: string | null
}

/** The work `sso.watch`, once a day from the first connection on: new certificates are taken, and ends announced. Done twice, it does the same once. */
export default async function watch(task: Task): Promise<void> {
  const connection = await Connection.current()
  if (!connection) return unit(() => Outbox.finish(task))
  const finding = await lookAt(connection)
  await unit(async () => {
    if (finding) await take(finding)
    const now = clock.now()
    await CurrentTenant.batch([LastProfile.ending(), Arrivals.ending(now)])
    const current = (await Connection.current())!
    if (current.isUsable) await announceEnds(current)
    const tomorrow = now.getTime() + DAY_MS
    const next = nextAnnouncement(current, now)?.getTime() ?? tomorrow
    await Outbox.putOff(task, new Date(Math.min(tomorrow, next)))
  })
}

/** In the unit in which the provider is connected for the first time. */
export function watchProvider({ id }: Connection): void {
  const dueAt = new Date(clock.now().getTime() + DAY_MS)
  Outbox.append({ kind: 'sso.watch', ref: id, dueAt })
}

async function lookAt(connection: Connection): Promise<Finding | null> {
  const { metadataUrl: url, metadataEtag, isEntitled } = connection
  if (url === null || !isEntitled) return null
  try {
    const fetched = await fetchMetadata(url, metadataEtag)
    if (!fetched) return { url, metadata: null, etag: metadataEtag, fault: null }
    const { result, fault } = await gate.metadata(fetched.text)
    return { url, metadata: result ?? null, etag: fetched.etag, fault: fault?.code ?? null }
  } catch (error) {
    if (!(error instanceof Rejection)) throw error
    return { url, metadata: null, etag: metadataEtag, fault: error.fault.code }
  }
}

/**
 * Certificates are added while the provider is the same one; its addresses are never changed, and no certificate is taken away: that is a person's to
 * decide. What was replaced while we looked is left alone.
 */
async function take({ url, metadata, etag, fault }: Finding): Promise<void> {
  const before = (await Connection.current())!
  if (before.metadataUrl !== url) return
  const isSame = metadata?.entityId === before.provider
  const tooMany = metadata && isSame ? await addCertificates(metadata, before) : null
  const connection = await Connection.query().firstOrFail()
  const hasOther = metadata !== null && addressChanges(metadata, connection).length > 0
  connection.metadataCheckedAt = clock.now()
  connection.metadataFault = hasOther ? 'E_METADATA_CHANGED' : (fault ?? tooMany)
  if (metadata && !hasOther && !tooMany) connection.metadataEtag = etag
  await connection.save()
}

/**
 * The entry locks the account, as everything does that changes the provider.
 *
 * @returns a code where there would be too many: somebody has to remove old ones first
 * @throws where the provider was changed a moment before; it is done again then
 */
async function addCertificates(
  { certificates }: ProviderMetadata,
  { version, certificates: known }: Connection
): Promise<string | null> {
  const fingerprints = certificates.map(fingerprintOf)
  const added = fingerprints.filter((one) => !known.some(({ sha256 }) => sha256 === one))
  if (added.length === 0) return null
  if (known.length + added.length > MAX_CERTIFICATES) return 'E_METADATA_CERTIFICATES'
  const details = { certificates: added }
  await SecurityTrail.append({ action: 'sso.certificates_found', actor: SYSTEM, details })
  const { version: now } = await Connection.query().firstOrFail()
  if (now !== version) throw new Error('The provider was changed while its metadata were read')
  await ProviderCertificates.add(certificates)
  await Notice.leave('sso.certificates_found', { count: added.length })
  return null
}
