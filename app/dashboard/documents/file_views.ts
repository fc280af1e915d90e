import type Document from '#app/documents/document'
import { isTerminal } from '#app/documents/document_status'
import { handedInFiles } from '#app/documents/files/handed_in_files'
import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import { fileSize } from '../file_size.js'

/** What can be downloaded, and what will be. */
export async function fileViews(
  document: Document,
  { base, hasEvidence }: { base: string; hasEvidence: boolean },
  phrases: DashboardPhrasebook
) {
  if (document.isErased) return []
  const { t } = phrases
  const path = `${base}/documents/${document.id}`
  return [
    {
      label: t('documents.sealed_pdf'),
      hint: sealedHint(document, phrases),
      mark: 'file-check-2',
      href: document.sealedFile ? `${path}/download` : null,
    },
    {
      label: t('documents.original'),
      hint: t(document.isPacket ? 'packets.as_one' : 'documents.as_uploaded', {
        size: fileSize(document.originalBytes, phrases),
      }),
      mark: 'file',
      href: `${path}/original`,
    },
    {
      label: t('documents.certificate'),
      hint: isTerminal(document.status)
        ? t('documents.certificate_hint')
        : t('documents.certificate_later'),
      mark: 'stamp',
      href: isTerminal(document.status) ? `${path}/certificate` : null,
    },
    ...(hasEvidence && document.status !== 'draft'
      ? [
          {
            label: t('documents.evidence'),
            hint: t('documents.evidence_hint'),
            mark: 'package',
            href: `${path}/evidence.zip`,
          },
        ]
      : []),
    ...(await handedInFiles(document)).map(({ fieldId, signerId, name, bytes }) => ({
      label: name,
      hint: `${document.signers.find(({ id }) => id === signerId)?.name} · ${fileSize(bytes, phrases)}`,
      mark: 'paperclip',
      href: `${path}/attachments/${fieldId}`,
    })),
  ]
}

function sealedHint(
  { servedSeal, sealedPages, isOpen, isCountersigned, status }: Document,
  phrases: DashboardPhrasebook
) {
  const { t } = phrases
  if (servedSeal?.bytes) {
    const contents = t(isCountersigned ? 'documents.with_signatures' : 'documents.with_certificate')
    const pages = t('pages.page_count', { count: sealedPages ?? 0 })
    return [contents, pages, fileSize(servedSeal.bytes, phrases)].join(' · ')
  }
  if (status === 'failed') return t('documents.not_created')
  const isComing = isOpen || status === 'draft'
  return t(isComing ? 'documents.once_signed' : 'documents.not_signed')
}
