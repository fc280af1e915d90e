import { embedded } from '#app/foundation/printable_text'
import type { CodeChannel } from '#app/documents/signers/one_time_code'
import type { SignerRole } from '#app/documents/signers/signer_role'
import type { Template } from '#app/templates/template'
import type { VersionRow } from '#app/templates/template_versions'
import { TONES } from '../documents/page_viewer.js'

const CODES: Record<CodeChannel, string> = { email: 'Code by email', sms: 'Code by SMS' }

/** Who signs, and how much, and who only gets a copy. */
export function roleLines({ content }: Template) {
  return content.roles.map((role, index) => ({
    name: embedded(role.name),
    order: role.order,
    tone: index % TONES,
    words: [
      ...(role.inPerson ? ['In person'] : []),
      ...(role.oneTimeCode ? [CODES[role.oneTimeCode]] : []),
      wordsOf(role.role, role.fields.length),
    ].join(' · '),
  }))
}

function wordsOf(role: SignerRole = 'signer', count: number): string {
  if (role === 'copy') return 'Gets a copy'
  if (count === 0)
    return role === 'approver' ? 'Approves, without a signature' : 'Signs on a page at the end'
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
