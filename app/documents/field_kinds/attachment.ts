import { LIMITS } from '../limits.js'
import { EMPTY, isLeftEmpty } from './entered_text.js'
import type { EnteredKind } from './field_kind.js'

const MIB = 1024 * 1024

/** A file that a signer handed in, as it is kept. */
export interface HandedInFile {
  /** By which the document's vault keeps it. */
  key: string
  name: string
  type: 'application/pdf' | 'image/jpeg' | 'image/png'
  bytes: number
  sha256: string
  /** Of the file as it came: it is kept in a form that does nothing but show. */
  receivedSha256: string
}

/** A file of the signer's. A browser names one that was taken in before; what is read here says what it is. */
export const attachment: EnteredKind<string> = {
  isAdopted: false,
  place: { icon: 'paperclip', width: 170, height: 22 },
  options: ['label', 'help', 'shownWhen', 'required'],
  step: ({ options }) => ({
    widget: 'upload',
    icon: 'paperclip',
    isRequired: options?.required ?? true,
    missing: 'sign.upload_first',
    demand: { phrase: 'sign.upload_hint', values: { max: LIMITS.attachmentBytes / MIB } },
  }),
  read(given, options) {
    if (isLeftEmpty(given, options)) return { stored: '' }
    if (given === undefined || given === '') return { fault: EMPTY }
    return fileIn(given)
      ? { stored: String(given) }
      : {
          fault: {
            code: 'upload_gone',
            message: 'This file is not here any more: upload it again',
          },
        }
  },
  value: (stored) => fileIn(stored)?.name ?? '',
  stamp: (stored) => ({ kind: 'text', value: fileIn(stored)?.name ?? '' }),
}

/** What is stored of a field of this kind. @returns null where it was left empty */
export function fileIn(stored: unknown): HandedInFile | null {
  if (typeof stored !== 'string' || !stored.startsWith('{')) return null
  return JSON.parse(stored) as HandedInFile
}
