import { move, transferableSymbol, valueSymbol } from 'piscina'
import NotOurPdf from './errors/not_our_pdf.js'
import SealFailed from './errors/seal_failed.js'
import SealImpossible from './errors/seal_impossible.js'
import SignatureImageUnreadable from './errors/signature_image_unreadable.js'

/** What a thread says. */
export type Answer<Result> = { result: Result } | { refused: { code: string; message: string } }

export async function answered<Result extends { bytes: Uint8Array }>(
  work: () => Promise<Result>
): Promise<Answer<Result>> {
  return refusing(async () => moved(await work()))
}

/** Error classes do not cross between threads; their codes do. */
export async function refusing<Result>(
  work: () => Promise<Answer<Result>>
): Promise<Answer<Result>> {
  try {
    return await work()
  } catch (error) {
    const { name, code, message } = error as { name: string; code?: string; message: string }
    if (code !== undefined) return { refused: { code, message } }
    return { refused: { code: SealFailed.code, message: `${name}: ${message}` } }
  }
}

/** The file changes hands between threads without being copied. */
function moved<Result extends { bytes: Uint8Array }>(result: Result): Answer<Result> {
  const envelope = { [transferableSymbol]: [result.bytes.buffer], [valueSymbol]: { result } }
  return move(envelope as never) as unknown as Answer<Result>
}

/** What the thread threw. */
export function refusal({ code, message }: { code: string; message: string }): Error {
  if (code === SignatureImageUnreadable.code) return new SignatureImageUnreadable()
  if (code === NotOurPdf.code) return Object.assign(new NotOurPdf(''), { message })
  const kind = code === SealImpossible.code ? SealImpossible : SealFailed
  return Object.assign(new kind(''), { message })
}
