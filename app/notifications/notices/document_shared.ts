import { audienceOfUser, isVisible } from '#app/identity/access/visibility'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { query } from '#app/tenancy/statement'
import type { NoticeWording } from './notice_wording.js'

interface Found {
  title: string
  /** Null for somebody who is no member, such as support. */
  by: string | null
  team: string | null
}

const FOUND = `
  select d.title, b.name as by, t.name as team from users join documents d on d.id = $1 and d.erased_at is null
    left join users b on b.id = $2 left join teams t on t.id = $3
   where users.id = $4 and ${isVisible(audienceOfUser(), 'd')}`

export const documentShared = wordingOf('shared')
export const documentMoved = wordingOf('moved')

/** Details: `documentId`, `byId`, and `teamId` for a member of the team that it reached. Nothing is told who sees it no longer. */
function wordingOf(what: 'shared' | 'moved'): NoticeWording {
  return {
    async words({ documentId, byId, teamId = null }, { user, dashboard: { t } }) {
      const [[found]] = await CurrentTenant.batch([
        query<Found>(FOUND, [documentId, byId, teamId, user.id]),
      ] as const)
      if (!found) return null
      const { title, by, team } = found
      const name = by ?? t('sharing.somebody')
      return {
        subject: t(`setting_notices.${what}`, { name, title }),
        paragraphs: [
          team
            ? t(`setting_notices.${what}_team`, { name, team })
            : t(`setting_notices.${what}_text`, { name }),
        ],
        about: { title },
        action: { label: t('setting_notices.open_it'), path: `/documents/${documentId}` },
      }
    },
  }
}
