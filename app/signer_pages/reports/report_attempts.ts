import { Limiter } from '#app/foundation/limits/limiter'
import { sha256Hex } from '#app/foundation/opaque_token'

const WINDOW_S = 60 * 60
const MAX_PER_SIGNER = 3
const MAX_PER_ADDRESS = 20

let limits: { signers: Limiter; addresses: Limiter } | undefined

/** How often somebody may report: reporting needs no account, so nothing else limits it. */
export const ReportAttempts = {
  async allow(signerId: string, ipAddress: string): Promise<boolean> {
    const { signers, addresses } = (limits ??= madeLimits())
    const [bySigner, byAddress] = await Promise.all([
      signers.count(sha256Hex(`report signer\n${signerId}`)),
      addresses.count(sha256Hex(`report address\n${ipAddress}`)),
    ])
    return !bySigner.isOver && !byAddress.isOver
  },
}

function madeLimits() {
  const counts = { windowS: WINDOW_S, prefix: 'attempts' }
  return {
    signers: new Limiter({ ...counts, points: MAX_PER_SIGNER }),
    addresses: new Limiter({ ...counts, points: MAX_PER_ADDRESS }),
  }
}
