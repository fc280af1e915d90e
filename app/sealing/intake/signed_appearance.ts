import { PDFDict, PDFName, PDFRawStream, type PDFObject } from 'pdf-lib'
import { name } from '../pdf/names.js'
import { plainStream } from '../signed/plain_stream.js'
import type { SignedFile } from '../signed/signed_file.js'

/** Operators that leave nothing on the page by themselves (ISO 32000-2, annex A). */
const UNPAINTING = [
  ...['q', 'Q', 'cm', 'w', 'J', 'j', 'M', 'd', 'ri', 'i', 'gs', 'm', 'l', 'c', 'v', 'y', 'h', 're'],
  ...['W', 'W\\*', 'n', 'g', 'G', 'rg', 'RG', 'k', 'K', 'cs', 'CS', 'sc', 'SC', 'scn', 'SCN'],
  ...['BT', 'ET', 'Tc', 'Tw', 'Tz', 'TL', 'Tf', 'Tr', 'Ts', 'Td', 'TD', 'Tm', 'T\\*'],
  ...['BMC', 'BDC', 'EMC', 'MP', 'DP', 'BX', 'EX'],
]
const REGULAR = String.raw`[^\0\t\n\f\r ()<>[\]{}/%]`
/** Of names: some programs take other bytes, such as 0x80 and 0xFF, for blanks. */
const LETTER = String.raw`[!-$&'*-.0-;=?-Z\\^-z|~]`
/** Such an operator or what it is given, in words that all programs tell apart alike: "0f" is no such word, and no string is among them. */
const PAINTS_NOTHING = new RegExp(
  [
    String.raw`[\0\t\n\f\r []|\]|<<|>>`,
    String.raw`%[^\n\r]*`,
    `/${LETTER}*`,
    String.raw`(?:[+-]?(?:\d+(?:\.\d*)?|\.\d+)|${UNPAINTING.join('|')})(?!${REGULAR})`,
  ].join('|'),
  'y'
)

/** The normal one, of the state that the field is in. */
export function appearanceOf(file: SignedFile, annotation: PDFDict): PDFObject | undefined {
  const all = file.resolve(annotation.get(name('AP')))
  const normal = all instanceof PDFDict ? file.resolve(all.get(name('N'))) : undefined
  if (!(normal instanceof PDFDict)) return normal
  const state = file.resolve(annotation.get(name('AS')))
  return state instanceof PDFName ? file.resolve(normal.get(state)) : undefined
}

/** One that cannot be read here may be read elsewhere. */
export function paints(appearance: PDFObject | undefined): boolean {
  if (!(appearance instanceof PDFRawStream)) return false
  try {
    return !isBare(plainStream(appearance).toString('latin1'))
  } catch {
    return true
  }
}

function isBare(content: string): boolean {
  const word = new RegExp(PAINTS_NOTHING)
  while (word.lastIndex < content.length) if (!word.test(content)) return false
  return true
}
