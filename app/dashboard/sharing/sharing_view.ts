import type Document from '#app/documents/document'
import { sharingOf, type Insider } from '#app/documents/sharing/circle'
import type {
  DashboardKey,
  DashboardPhrasebook,
} from '#app/foundation/phrases/dashboard_phrasebook'
import { embedded } from '#app/foundation/printable_text'
import { DocumentPolicy } from '#app/identity/access/document_policy'
import type { DashboardContext } from '../dashboard_context.js'

/** Who sees a document, as its page says it. */
export function sharingView(
  document: Document,
  dashboard: DashboardContext,
  { t }: DashboardPhrasebook
) {
  const { access, circle } = sharingOf(document)
  const [holder, ...grantees] = circle.map((insider) => insiderView(insider, dashboard.user.id, t))
  return {
    holder,
    grantees: grantees.filter(({ isGone }) => !isGone),
    href: `${dashboard.base}/documents/${document.id}/sharing`,
    mayShare: DocumentPolicy.may('share', access, (right) => dashboard.may(right)),
    /** What the reader is told who may only look. */
    isReader: access === 'read',
    everybody: t(`sharing.everybody_${dashboard.environment}`),
  }
}

export function insiderView(
  { id, kind, name, email, access, isGone }: Insider,
  self: string,
  t: DashboardPhrasebook['t']
) {
  const known = name ?? t(kind === 'team' ? 'sharing.deleted_team' : 'sharing.somebody')
  return {
    ...{ id, email, access, isGone },
    name: embedded(known),
    isTeam: kind === 'team',
    isSelf: id === self,
    words: t(wordsOf(kind, access, isGone)),
  }
}

function wordsOf(kind: Insider['kind'], access: Insider['access'], isGone: boolean): DashboardKey {
  if (isGone) return kind === 'team' ? 'sharing.gone_team' : 'sharing.gone_member'
  if (access === 'hold') return kind === 'team' ? 'sharing.holding_team' : 'sharing.holding_member'
  return access === 'manage' ? 'sharing.may_manage' : 'sharing.may_read'
}
