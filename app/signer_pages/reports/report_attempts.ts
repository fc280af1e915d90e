import { LocalCount } from '#app/foundation/limits/local_count'
import { SharedCount } from '#app/foundation/limits/shared_count'
import { sha256Hex } from '#app/foundation/opaque_token'

const WINDOW_MS = 60 * 60_000
const MAX_PER_SIGNER = 3
const MAX_PER_ADDRESS = 20

const here = new LocalCount(WINDOW_MS)
const everywhere = new SharedCount(WINDOW_MS)

/** How often somebody may report: whoever reports needs no account, so nothing else holds them back. */
export const ReportAttempts = {
  async allow(signerId: string, ipAddress: string): Promise<boolean> {
    const [bySigner, byAddress] = await Promise.all([
      add(`report signer\n${signerId}`),
      add(`report address\n${ipAddress}`),
    ])
    return bySigner <= MAX_PER_SIGNER && byAddress <= MAX_PER_ADDRESS
  },
}

async function add(name: string): Promise<number> {
  const digest = sha256Hex(name)
  return Math.max(here.add(digest), (await everywhere.add(digest)) ?? 0)
}
