import { iso, reminderPlanView, uploadedFileView } from '#app/documents/document_transformer'
import type { Template } from '#app/templates/template'

/** A template as the API shows it; every field that leaves is named here. */
export function transformed(template: Template) {
  const { id, version, content, pages, file, files, createdBy } = template
  return {
    id,
    version,
    title: content.title,
    message: content.message,
    expiresIn: `${content.expiresInDays}d`,
    ...(content.reminders && { reminders: reminderPlanView(content.reminders) }),
    ...(content.allowDelegation && { allowDelegation: true }),
    ...(content.language && { language: content.language }),
    roles: content.roles.map(({ name, role, inPerson, order, fields, ...asked }) => ({
      name,
      ...(role && { role }),
      ...(inPerson && { inPerson }),
      ...(asked.oneTimeCode && { oneTimeCode: asked.oneTimeCode }),
      ...(asked.certificate && { certificate: asked.certificate }),
      order,
      fields: fields.map(({ type, page, x, y, width, height, options }) => ({
        ...{ type, page, x, y, width, height },
        ...(options && { options }),
      })),
    })),
    pageCount: pages.length,
    ...(files.length > 0 && { files: files.map(uploadedFileView) }),
    originalSha256: file.originalSha256,
    canonicalSha256: file.canonicalSha256,
    ...(template.teams.length > 0 && { teams: template.teams.map(({ name }) => name) }),
    createdBy,
    createdAt: iso(template.createdAt),
    updatedAt: iso(template.updatedAt),
    archivedAt: iso(template.archivedAt),
  }
}
