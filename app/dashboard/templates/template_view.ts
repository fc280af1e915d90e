import { embedded } from '#app/foundation/printable_text'
import type { Template } from '#app/templates/template'
import type { VersionRow } from '#app/templates/template_versions'
import { TONES } from '../documents/page_viewer.js'

/** Who signs, and how much. */
export function roleLines({ content }: Template) {
  return content.roles.map(({ name, order, fields }, index) => ({
    name: embedded(name),
    order,
    tone: index % TONES,
    words: fieldsInWords(fields.length),
  }))
}

function fieldsInWords(count: number): string {
  if (count === 0) return 'Signs on a page at the end'
  return count === 1 ? '1 field' : `${count} fields`
}

/** Where each version can be looked at; none for the one that is shown. */
export function versionLines(rows: readonly VersionRow[], template: Template, base: string) {
  const path = `${base}/templates/${template.id}`
  return rows.map(({ version, created_at: at, author }) => ({
    version,
    at,
    author: author === null ? 'A program' : embedded(author),
    isShown: version === template.version,
    href: version === template.newestVersion ? path : `${path}?version=${version}`,
  }))
}
