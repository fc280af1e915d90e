import type Document from '#app/documents/document'
import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'

/** The files of a document that has several, each to take along; none of one whose files were erased. */
export function packetView(document: Document, base: string, { t }: DashboardPhrasebook) {
  if (document.isErased) return null
  const path = `${base}/documents/${document.id}/files`
  const files = document.files.map(({ name, pageCount, seal }, index) => {
    const number = index + 1
    return {
      name,
      pages: t('pages.page_count', { count: pageCount }),
      originalHref: `${path}/${number}/original`,
      sealedHref: seal && `${path}/${number}/download`,
      sealHref: seal && `${path}/${number}/seal`,
    }
  })
  return { files, archiveHref: document.sealedFile ? `${path}/download` : null }
}
