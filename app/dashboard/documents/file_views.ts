import type Document from '#app/documents/document'
import { isTerminal } from '#app/documents/document_status'

/** What can be downloaded, and what will be. */
export function fileViews(
  document: Document,
  { base, hasEvidence }: { base: string; hasEvidence: boolean }
) {
  if (document.isErased) return []
  const path = `${base}/documents/${document.id}`
  return [
    {
      label: 'Sealed PDF',
      hint: sealedHint(document),
      mark: 'file-check-2',
      href: document.sealedFile ? `${path}/download` : null,
    },
    {
      label: 'Original',
      hint: `As it was uploaded · ${size(document.originalBytes)}`,
      mark: 'file',
      href: `${path}/original`,
    },
    {
      label: 'Certificate',
      hint: isTerminal(document.status)
        ? 'Who was asked, what came of it, and when'
        : 'Once the document has ended',
      mark: 'stamp',
      href: isTerminal(document.status) ? `${path}/certificate` : null,
    },
    ...(hasEvidence && document.status !== 'draft'
      ? [
          {
            label: 'Evidence package',
            hint: 'All of it as a ZIP, with how to check it',
            mark: 'package',
            href: `${path}/evidence.zip`,
          },
        ]
      : []),
  ]
}

function sealedHint({ servedSeal, sealedPages, isOpen, isSignedBefore, status }: Document) {
  const contents = isSignedBefore ? 'With all signatures' : 'With certificate'
  if (servedSeal?.bytes)
    return `${contents} · ${sealedPages === 1 ? '1 page' : `${sealedPages} pages`} · ${size(servedSeal.bytes)}`
  if (status === 'failed') return 'It could not be created'
  return isOpen || status === 'draft' ? 'Once everyone has signed' : 'Not everyone has signed'
}

function size(bytes: number): string {
  return bytes < 1024 * 1024
    ? `${Math.max(1, Math.round(bytes / 1024))} kB`
    : `${(bytes / 1024 / 1024).toFixed(1)} MB`
}
