import type Document from '#app/documents/document'
import type Signer from '#app/documents/signers/signer'
import { accessRecords, type AccessRecord } from '#app/signing/access/access_record'

/** How it stands with the code that a signer is asked for. */
export interface AccessLine {
  text: string
  at: Date | null
  tone: 'neutral' | 'success' | 'warning'
}

/** By the ids of signers. */
export async function accessLines(document: Document): Promise<ReadonlyMap<string, AccessLine>> {
  const records = await accessRecords(document)
  return new Map(
    document.signers.flatMap((signer) => {
      const record = records.get(signer.id)
      return record ? [[signer.id, lineOf(record, signer)]] : []
    })
  )
}

function lineOf(record: AccessRecord, signer: Signer): AccessLine {
  const { enteredAt, failures, failedAt, isLockedOut } = record
  if (isLockedOut) {
    const help = signer.oneTimeCode ? 'let them try again' : 'set another code'
    const text = `Locked out: ${failures} wrong access codes in a row. Correct the signer to ${help}`
    return { text, at: failedAt, tone: 'warning' }
  }
  if (failures > 0) {
    const text = failures === 1 ? 'Entered a wrong access code' : `Entered ${failures} wrong codes`
    return { text, at: failedAt, tone: 'warning' }
  }
  if (enteredAt) return { text: 'Entered the access code', at: enteredAt, tone: 'success' }
  return { text: `Has to enter ${codeOf(signer)}`, at: null, tone: 'neutral' }
}

function codeOf({
  oneTimeCode,
  phone,
  email,
}: Pick<Signer, 'oneTimeCode' | 'phone' | 'email'>): string {
  if (oneTimeCode === null) return 'an access code'
  return oneTimeCode === 'sms'
    ? `a code sent by SMS to ${phone}`
    : `a code sent by email to ${email}`
}
