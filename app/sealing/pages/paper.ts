import { type PageBox } from '../pdf/page_box.js'

export interface Paper {
  width: number
  height: number
}

const A4: Paper = { width: 595.28, height: 841.89 }
const LETTER: Paper = { width: 612, height: 792 }

/** The paper of the pages we add: that of the document, where it is one of the two. */
export function paperLike({ width, height }: Paper | PageBox): Paper {
  const ratio = Math.max(width, height) / Math.min(width, height)
  const toLetter = Math.abs(ratio - LETTER.height / LETTER.width)
  const toA4 = Math.abs(ratio - A4.height / A4.width)
  return toLetter < toA4 ? LETTER : A4
}
