import Document from '#app/documents/document'
import { faultPoint } from '#app/foundation/processes/fault_point'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { modelsOf } from '#app/tenancy/models/model_rows'
import type { RowOf } from '#app/tenancy/row'
import { query } from '#app/tenancy/statement'
import { tenantResolver } from '#app/tenants/hosts/tenant_resolver'
import { bounce } from './bounce.js'
import { bounceHash, bounceTarget } from './bounce_token.js'
import { failureIn } from './delivery_report.js'
import Mail from '../mail.js'

/** What came of something that was sent to a return path. */
export type Returned = 'told' | 'known' | 'no report' | 'no such mail'

const BY_TOKEN = `select ${Mail.listedColumns.join(', ')} from mails where bounce_sha256 = $1 for update`
const DOCUMENT = `select d.id from documents d join mails m on m.document_id = d.id where m.bounce_sha256 = $1`

export const ReturnedMail = {
  /** Whether an address could be a return path of ours; the others need not even be read. */
  isAddress(address: string): boolean {
    return bounceTarget(address) !== null
  },

  /**
   * Takes in what was sent to the return path of a mail. A token that nobody was given finds no mail, and does nothing. Told twice, it
   * is written down once.
   */
  async take(address: string, message: Buffer): Promise<Returned> {
    const target = bounceTarget(address)
    const tenant = target && (await tenantResolver.byId(target.tenantId))
    if (!tenant) return 'no such mail'
    const failure = await failureIn(message)
    if (!failure) return 'no report'
    const { id, cell } = tenant
    const scope = { tenant: { id, cell }, environment: 'live' as const }
    const returned = await CurrentTenant.run(scope, () =>
      unit(() => record(bounceHash(target.token), failure.code))
    )
    // a process that dies here has not said so: the report is handed over again, and known
    faultPoint('mail.returned')
    return returned
  },
}

/** The document first, as everybody locks; two reports of one mail then meet at its row. */
async function record(hash: string, code: string): Promise<Returned> {
  const [found] = await CurrentTenant.batch([query<RowOf<'documents', 'id'>>(DOCUMENT, [hash])])
  if (found.length > 0) await Document.lock(found[0].id)
  const [rows] = await CurrentTenant.batch([{ text: BY_TOKEN, values: [hash] }])
  const [mail] = modelsOf(Mail, rows)
  if (!mail) return 'no such mail'
  if (mail.status === 'failed') return 'known'
  await bounce(mail, code)
  return 'told'
}
