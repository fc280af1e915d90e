import { clock } from '#app/foundation/clock'
import { HOUR_MS } from '#app/foundation/duration'
import { revocationList } from '#app/sealing/revocation_list'
import CertificateRevocation from './certificate_revocation.js'
import RootList from './root_list.js'
import SealAuthority from './seal_authority.js'

interface Made {
  at: number
  count: number
  list: Uint8Array
}

const made = new Map<string, Made>()

/**
 * What an authority has revoked: made anew each hour, and with each revocation; of a root whose key is kept away, what it has signed for long.
 *
 * @returns DER, or null where there is no such authority
 */
export async function publishedList(authorityId: string): Promise<Uint8Array | null> {
  const authority = await SealAuthority.find(authorityId)
  if (!authority) return null
  if (authority.isOffline) return (await RootList.newest(authorityId))!.list
  const { count, newest } = await CertificateRevocation.extentOf(authorityId)
  const hour = Math.floor(clock.now().getTime() / HOUR_MS) * HOUR_MS
  const at = Math.max(hour, newest)
  const known = made.get(authorityId)
  if (known?.at === at && known.count === count) return known.list
  const rows = await CertificateRevocation.query().where({ authorityId }).orderBy('serial')
  const list = await revocationList(await authority.credential(), rows, new Date(at))
  made.set(authorityId, { at, count, list })
  return list
}
