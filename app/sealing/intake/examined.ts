import type { Rectangle } from '../pdf/page_box.js'
import type { EarlierSignature } from '../signed/earlier_signature.js'
import type { ActiveKind } from './content/active_content.js'

export interface Examined {
  /** The document in the one form that signers see and that gets sealed. */
  canonical: Uint8Array
  pageCount: number
  /** Points, of each page as a person sees it. */
  pages: ExaminedPage[]
  /** What the upload did rather than showed, and does no longer. */
  removed: ActiveKind[]
  /** Those it bears already. Where there are some, `canonical` is the upload as it is, for nothing else would keep them. */
  signatures: EarlierSignature[]
}

export interface ExaminedPage {
  width: number
  height: number
  /** Where a file that has to stay as it is lets nothing show that is added to it; missing where that is nowhere. */
  covered?: Rectangle[]
}

/** What an upload became, and where it was drawn anew on purpose. */
export interface Rewritten extends Examined {
  /** What acted, also where `removed` has no name for it. */
  disarmed: string[]
  /** What may have shown something else on paper or in other programs. */
  substitutes: string[]
  redrawn: RedrawnPage[]
  isSigned: boolean
}

export interface RedrawnPage extends PaintedOver {
  /** How many points a unit of the page had, before it was brought to points. */
  unit: number
}

export interface PaintedOver {
  /** Annotations or layers were painted into it, or taken from it. */
  isChanged: boolean
  /** Layers that were off are gone from the document. */
  isCut: boolean
  /** What we drew in a way of our own, in points from the top left of the page as it is seen. */
  places: Rectangle[]
}
