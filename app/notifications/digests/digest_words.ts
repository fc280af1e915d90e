import { spokenOf } from '#app/documents/signers/role_phrases'
import type { SignerRole } from '#app/documents/signers/signer_role'
import { publicUrl } from '#app/tenants/hosts/public_address'
import { embedded } from '#app/foundation/printable_text'
import { oneLine } from '../messages/subject.js'
import type { Words } from '../messages/words.js'
import type { Reader } from '../reader.js'
import type { DigestLine } from './digest.js'

export interface ToldLine extends Pick<DigestLine, 'kind' | 'documentId'> {
  at: Date
  title: string
  /** Of the signer of whom it tells. */
  name: string | null
  role: SignerRole | null
}

/** What one mail names; the dashboard has the rest. */
const MOST = 40

interface DigestWords {
  subject: string
  title: string
  words: Words
}

/** One line for each, by document, in the order in which the documents were first heard of. */
export function digestWords(lines: readonly ToldLine[], reader: Reader): DigestWords {
  const { phrases, profile, moment } = reader
  const { t } = phrases
  const byDocument = Map.groupBy(lines, ({ documentId }) => documentId)
  const ordered = [...byDocument.values()].flat()
  const shown = ordered.slice(0, MOST)
  const subject = t('mails.digest_subject', { count: byDocument.size })
  const rest = ordered.length - shown.length
  return {
    subject,
    title: subject,
    words: {
      preview: [...byDocument.values()]
        .slice(0, 3)
        .map(([line]) => oneLine(line.title))
        .join(' · '),
      heading: t('mails.digest'),
      paragraphs: [
        t('mails.digest_text'),
        ...(rest > 0 ? [t('mails.digest_rest', { count: rest })] : []),
      ],
      facts: shown.map(({ kind, title, name, role, at }) => ({
        label: oneLine(title),
        value: t('mails.line', {
          what: spokenOf(role ?? 'signer', t)(`mails.line_${kind}`, {
            name: embedded(name ?? t('mails.somebody')),
          }),
          at: moment(at),
        }),
      })),
      action: {
        label: t('mails.digest_documents'),
        url: publicUrl(profile.entitlements.host, '/documents'),
      },
      note: t('mails.digest_note'),
    },
  }
}
