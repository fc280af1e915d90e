import { embedded } from '#app/foundation/printable_text'
import type { CodeChannel } from '#app/documents/signers/one_time_code'
import type { SignerRole } from '#app/documents/signers/signer_role'
import type {
  DashboardKey,
  DashboardPhrasebook,
} from '#app/foundation/phrases/dashboard_phrasebook'
import type { Insider } from '#app/documents/sharing/circle'
import type { Template } from '#app/templates/template'
import type { VersionRow } from '#app/templates/template_versions'
import { insiderView } from '../sharing/sharing_view.js'
import { TONES } from '../documents/page_viewer.js'

const CODES = {
  email: 'templates.code_by_email',
  sms: 'templates.code_by_sms',
} as const satisfies Record<CodeChannel, DashboardKey>

/** Who signs, and how much, and who only gets a copy. */
export function roleLines({ content }: Template, { t }: DashboardPhrasebook) {
  return content.roles.map((role, index) => ({
    name: embedded(role.name),
    order: role.order,
    tone: index % TONES,
    words: [
      ...(role.inPerson ? [t('templates.in_person')] : []),
      ...(role.oneTimeCode ? [t(CODES[role.oneTimeCode])] : []),
      ...(role.certificate ? [t(`documents.asks_${role.certificate}`)] : []),
      t(...wordsOf(role.role, role.fields.length)),
    ].join(' · '),
  }))
}

function wordsOf(role: SignerRole = 'signer', count: number): [DashboardKey, { count: number }] {
  const empty = role === 'approver' ? 'templates.approves' : 'templates.signs_at_end'
  const key = count === 0 ? empty : 'templates.fields'
  return [role === 'copy' ? 'templates.gets_copy' : key, { count }]
}

/** To whom it belongs, and the teams that it is shared with. */
export function circleOf(
  { owner, ownerName, teams }: Template,
  self: string,
  { t }: DashboardPhrasebook
) {
  const view = (id: string, name: string | null, access: Insider['access']) => {
    const kind = id.startsWith('tea_') ? 'team' : 'person'
    return insiderView({ id, kind, name, email: null, isGone: false, access }, self, t)
  }
  return {
    holder: view(owner, ownerName, 'hold'),
    teams: teams
      .filter(({ id }) => id !== owner)
      .map(({ id, name }) => ({
        ...view(id, name, 'manage'),
        words: t('templates.sees_and_uses'),
      })),
  }
}

/** Where each version can be looked at; none for the one that is shown. */
export function versionLines(
  rows: readonly VersionRow[],
  template: Template,
  base: string,
  { t }: DashboardPhrasebook
) {
  const path = `${base}/templates/${template.id}`
  return rows.map(({ version, created_at: at, author }) => ({
    version,
    at,
    author: author === null ? t('templates.a_program') : embedded(author),
    isShown: version === template.version,
    href: version === template.newestVersion ? path : `${path}?version=${version}`,
  }))
}
