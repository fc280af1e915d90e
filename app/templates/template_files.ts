import { AcceptedPdf } from '#app/documents/files/accepted_pdf'
import { sourceFiles } from '#app/documents/files/source_document'
import { storeUpload } from '#app/documents/files/stored_upload'
import { Vault } from '#app/documents/files/vault'
import { newId } from '#app/foundation/identifier'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import OutcomeUnknown from '#app/tenancy/errors/outcome_unknown'
import { insertion, type Statement } from '#app/tenancy/statement'
import type { Template } from './template.js'

/** The files of templates, each in a vault of its own as those of documents are. */
export const TemplateFiles = {
  /**
   * Stores a file before the unit that names it; should the unit fail it is removed again, unless it may have been stored after all.
   *
   * @param work  opens the unit; gets the id of the file, and the statement that names it as of a time
   */
  async keep<T>(
    templateId: string,
    upload: AcceptedPdf,
    work: (fileId: string, naming: (now: Date) => Statement) => Promise<T>
  ): Promise<T> {
    const id = newId('tpf', CurrentTenant.get().environment)
    const vault = await Vault.create(id)
    const { names, files } = await storeUpload(vault, upload, null)
    const row = {
      id,
      template_id: templateId,
      file_name: upload.fileName,
      pages: JSON.stringify(upload.pages),
      earlier_signatures: JSON.stringify(upload.signatures),
      original_sha256: upload.originalSha256,
      canonical_sha256: upload.canonicalSha256,
      vault_key: vault.vaultKey,
      // a tenant that is not migrated yet has no such column
      ...(files.length > 0 && { files: JSON.stringify(files) }),
    }
    try {
      return await work(id, (now) => insertion('template_files', [{ ...row, created_at: now }]))
    } catch (error) {
      if (!(error instanceof OutcomeUnknown)) await vault.remove(...names)
      throw error
    }
  },

  /** As it was accepted. @throws FileDamaged */
  async read(template: Template): Promise<AcceptedPdf> {
    const { file, pages, earlierSignatures } = template
    const vault = await Vault.open(file)
    const [original, canonical] = await Promise.all([
      vault.read('original'),
      vault.read('canonical'),
    ])
    const files = await sourceFiles(template, vault)
    return AcceptedPdf.again(file.name, original, canonical, pages, earlierSignatures, files)
  },

  /** What signers will see. @throws FileDamaged */
  async seen({ file, pages }: Template): Promise<Pick<AcceptedPdf, 'canonical' | 'pages'>> {
    const vault = await Vault.open(file)
    return { canonical: await vault.read('canonical'), pages }
  },

  /** The same, for a browser. */
  async shown({ file }: Template) {
    const vault = await Vault.open(file)
    return {
      type: 'application/pdf',
      sha256: file.canonicalSha256,
      length: null,
      name: file.name,
      read: () => vault.read('canonical'),
      readRange: (start: number, end: number, length: number) =>
        vault.readRange('canonical', start, end, length),
    }
  },
}
