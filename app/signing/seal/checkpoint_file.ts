import { PublicLog } from '#app/audit/transparency/public_log'
import type { Phrasebook } from '#app/foundation/phrases/phrasebook'
import { MINUTE_MS } from '#app/foundation/duration'
import type { Attachment } from '#app/sealing/seal_order'
import { Cell } from '#app/tenancy/cell'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { isPlatformHost } from '#app/tenants/hosts/public_address'
import { LRUCache } from 'lru-cache'

export const CHECKPOINT_FILE = 'log-checkpoint.txt'

/** By cell. The log grows once in a while, and seals come many a second. */
const heads = new LRUCache<string, string>({ max: 100, ttl: MINUTE_MS })

/**
 * The newest head of the public log when the document was sealed, with the signatures of the log and of its witnesses (C2SP
 * tlog-checkpoint): a log that is shown later and does not continue it has been changed. No file where the log has none yet, nor
 * for a tenant with a domain of its own: the log signs the platform's name, which a white-label tenant's signers are not to read.
 *
 * @param hosts  where its members and its signers are led
 */
export async function checkpointFiles(
  { t }: Phrasebook,
  hosts: readonly string[]
): Promise<Attachment[]> {
  if (!hosts.every(isPlatformHost)) return []
  const head = await newestHead(CurrentTenant.get().tenant.cell)
  if (head === null) return []
  return [
    {
      name: CHECKPOINT_FILE,
      mimeType: 'text/plain',
      description: t('certificate.attached_checkpoint'),
      bytes: Buffer.from(head),
    },
  ]
}

async function newestHead(cell: string): Promise<string | null> {
  const known = heads.get(cell)
  if (known !== undefined) return known
  const head = await PublicLog.head(Cell.named(cell))
  if (head !== null) heads.set(cell, head)
  return head
}
