import type Document from '#app/documents/document'
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
  return new Map([...records].map(([id, record]) => [id, lineOf(record)]))
}

function lineOf({ enteredAt, failures, failedAt, isLockedOut }: AccessRecord): AccessLine {
  if (isLockedOut) {
    const text = `Locked out: ${failures} wrong access codes in a row. Correct the signer to set another code`
    return { text, at: failedAt, tone: 'warning' }
  }
  if (failures > 0) {
    const text = failures === 1 ? 'Entered a wrong access code' : `Entered ${failures} wrong codes`
    return { text, at: failedAt, tone: 'warning' }
  }
  if (enteredAt) return { text: 'Entered the access code', at: enteredAt, tone: 'success' }
  return { text: 'Has to enter an access code', at: null, tone: 'neutral' }
}
