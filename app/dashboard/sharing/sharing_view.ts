import type Document from '#app/documents/document'
import { sharingOf, type Insider } from '#app/documents/sharing/circle'
import { embedded } from '#app/foundation/printable_text'
import { DocumentPolicy } from '#app/identity/access/document_policy'
import type { DashboardContext } from '../dashboard_context.js'

/** Who sees a document, as its page says it. */
export function sharingView(document: Document, dashboard: DashboardContext) {
  const { access, circle } = sharingOf(document)
  const [holder, ...grantees] = circle.map((insider) => insiderView(insider, dashboard.user.id))
  return {
    holder,
    grantees: grantees.filter(({ isGone }) => !isGone),
    href: `${dashboard.base}/documents/${document.id}/sharing`,
    mayShare: DocumentPolicy.may('share', access, (right) => dashboard.may(right)),
    /** What the reader is told who may only look. */
    isReader: access === 'read',
    everybody:
      dashboard.environment === 'test'
        ? 'Owners, admins and developers see every document of the sandbox.'
        : 'Owners and admins see every document.',
  }
}

function insiderView({ id, kind, name, email, access, isGone }: Insider, self: string) {
  const known = name ?? (kind === 'team' ? 'A team that was deleted' : 'Somebody else')
  return {
    ...{ id, email, access, isGone },
    name: embedded(known),
    isTeam: kind === 'team',
    isSelf: id === self,
    words: wordsOf(kind, access, isGone),
  }
}

function wordsOf(kind: Insider['kind'], access: Insider['access'], isGone: boolean): string {
  if (isGone) return kind === 'team' ? 'Deleted' : 'No longer a member'
  if (access === 'hold') return kind === 'team' ? 'Belongs to this team' : 'Belongs to them'
  return access === 'manage' ? 'Can manage it' : 'Can read it'
}
