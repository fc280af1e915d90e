import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import Mail from '#app/notifications/mail'
import { modelsOf } from '#app/tenancy/models/model_rows'
import type { Row } from '#app/tenancy/statement'

/** Those about documents that somebody may see. */
export function listedMails(rows: readonly Row[], { t }: DashboardPhrasebook) {
  return modelsOf(Mail, rows).map(({ id, kind, subject, recipient, createdAt }) => ({
    ...{ id, subject, recipient, createdAt },
    kind: t(`mailbox.kind_${kind}`),
  }))
}
