import { forgetAttempts } from '#app/api/v1/access/key_attempt'
import { forgetCounts } from './redis_counts.js'

/** Tests come from one address, and show more wrong keys within a second than anybody may. */
export async function forgetKeyAttempts(): Promise<void> {
  forgetAttempts()
  await forgetCounts('failed_keys:*')
}
