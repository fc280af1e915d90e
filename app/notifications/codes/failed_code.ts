import { OneTimeCode } from '#app/signing/access/one_time_code'
import type { Statement } from '#app/tenancy/statement'
import type Mail from '../mail.js'
import { messageId } from '../message_id.js'

/** That the code of a mail did not come, for the page of its signer. None of one that a newer code has replaced: that one may still come. */
export async function failingCodeOf({
  kind,
  signerId,
  messageId: own,
}: Mail): Promise<Statement[]> {
  if (kind !== 'code' || signerId === null) return []
  const latest = await OneTimeCode.latest(signerId)
  return latest !== null && messageId('code', latest) === own ? [OneTimeCode.failing(latest)] : []
}
