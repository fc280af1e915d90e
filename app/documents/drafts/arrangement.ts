import type Document from '../document.js'
import { AcceptedPdf } from '../files/accepted_pdf.js'
import { pageMoves } from '../files/page_moves.js'
import { sourceFiles } from '../files/source_document.js'
import { Vault } from '../files/vault.js'
import DraftChanged from '../errors/draft_changed.js'
import { exchange, type Exchange } from './exchange.js'

interface Arrangement extends Omit<Exchange, 'movedTo'> {
  /** Which of its files it keeps, in their new order, each by its place among those of now, from 0. */
  order: readonly number[]
  /** What comes behind them. */
  added: readonly AcceptedPdf[]
}

/**
 * Gives a draft its files in another order, without some, or with others behind them. Fields go with their pages.
 *
 * @throws what joining and `exchange` throw; DraftChanged for a file that the draft does not have
 */
export async function arrange(
  draft: Document,
  { order, added, ...exchanging }: Arrangement
): Promise<Document> {
  const files = await filesOf(draft)
  if (order.some((at) => files[at] === undefined)) throw new DraftChanged()
  const upload = await AcceptedPdf.joined([...order.map((at) => files[at]!), ...added])
  const counts = files.map(({ pages }) => ({ pageCount: pages.length }))
  return exchange(draft, upload, { ...exchanging, movedTo: pageMoves(counts, order) })
}

/** Those of a packet, or the one that a document is. */
async function filesOf(draft: Document): Promise<AcceptedPdf[]> {
  const vault = await Vault.open(draft)
  if (draft.isPacket) return sourceFiles(draft, vault)
  const { fileName, pages, earlierSignatures, originalFile, canonicalFile } = draft
  const [original, canonical] = await Promise.all([
    vault.read(originalFile),
    vault.read(canonicalFile),
  ])
  return [AcceptedPdf.again(fileName, original, canonical, pages, earlierSignatures)]
}
