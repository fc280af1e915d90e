import type { ForeignSigner } from './foreign_signer.js'
import { stream } from './intake/hostile_pdf.js'
import { revised, signedPdf } from './signed_pdf.js'

export const FONT = '/Font << /Helv << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >>'
/** All fields are to be drawn from their values. */
export const DRAWN_ANEW = '/NeedAppearances true'
/** The picture of the field, as `signedForm` has it. */
export const SHOWN = '/AP << /N 91 0 R >>'

export interface FormPicture {
  /** More entries of its resources, or others. */
  resources?: string
  /** More entries of the picture. */
  entries?: string
  box?: string
}

/** A picture of 100 by 20 points. */
export function pictureOf(
  content: string,
  { resources = FONT, entries = '', box = '[0 0 100 20]' }: FormPicture = {}
): string {
  return stream(
    Buffer.from(content, 'latin1'),
    `/Type /XObject /Subtype /Form /BBox ${box} /Resources << ${resources} >> ${entries}`
  ).toString('latin1')
}

export function says(text: string): string {
  return pictureOf(`BT /Helv 12 Tf 2 6 Td (${text}) Tj ET`)
}

/**
 * A page that somebody signed, with one more field.
 *
 * @param drawing  object 91; 92 is a picture of nothing
 * @param form  more entries of the form
 * @param others  more objects, from 93
 * @param beside  those of them that are annotations, below the field
 */
export async function signedForm(
  signer: ForeignSigner,
  field: string,
  { drawing = says('100'), form = '', resources = FONT, others = [] as string[], beside = '' } = {}
): Promise<Buffer> {
  const own = field.includes('/DA') ? '' : '/DA (/Helv 12 Tf 0 g)'
  const place = field.includes('/Rect') ? '' : '/Rect [40 600 140 620]'
  return revised(await signedPdf([signer], { page: `/Annots [6 0 R ${beside} 90 0 R]` }), [
    [5, `<< /Fields [6 0 R ${beside} 90 0 R] /SigFlags 3 /DR << ${resources} >> ${form} >>`],
    [90, `<< /Type /Annot /Subtype /Widget /F 4 /T (w) ${own} ${place} ${field} >>`],
    [91, drawing],
    [92, pictureOf('')],
    ...others.map((body, index) => [93 + index, body] as const),
  ])
}
