import { CurrentTenant } from '#app/tenancy/current_tenant'
import { columnsOf } from '#app/tenancy/models/column_list'
import { readOnlyModels } from '#app/tenancy/models/read_only_models'
import type { Row } from '#app/tenancy/statement'
import Document from '../document.js'
import Field from '../field.js'
import Signer from '../signers/signer.js'

/** What `DocumentTransformer` shows of a row of `documents`, here `d`: neither its brand nor its pages, which take more room than all else. */
export const DOCUMENT_COLUMNS = columnsOf(
  Document,
  [
    ...(['id', 'status', 'title', 'message', 'expiresInDays', 'metadata', 'redirectUrl'] as const),
    ...(['trackingCounter', 'trackingSalt', 'emailsSent', 'failedEmails'] as const),
    ...(['allowsDelegation', 'language', 'createdBy', 'templateId', 'templateVersion'] as const),
    ...(['reminderPlan', 'plannedReminders', 'nextReminderAt', 'pageCount', 'files'] as const),
    ...(['earlierSignatures', 'originalSha256', 'canonicalSha256', 'voidReason'] as const),
    ...([
      'sealedSha256',
      'sealedBytes',
      'sealedLevel',
      'unstampedSha256',
      'timestampedAt',
    ] as const),
    ...([
      'laterRevisions',
      'createdAt',
      'updatedAt',
      'sentAt',
      'completedAt',
      'declinedAt',
    ] as const),
    ...(['expiredAt', 'voidedAt', 'failedAt', 'expiresAt', 'erasedAt'] as const),
  ],
  'd'
)

const SIGNER_COLUMNS = columnsOf(Signer, [
  ...([
    'id',
    'documentId',
    'key',
    'role',
    'inPerson',
    'name',
    'email',
    'isOrdered',
    'turn',
  ] as const),
  ...(['identity', 'askedLanguage', 'message', 'certificate', 'certified', 'status'] as const),
  ...(['accessCommitment', 'oneTimeCode', 'phone', 'seenAt', 'sentAt', 'viewedAt'] as const),
  ...(['signedAt', 'declinedAt', 'declineReason'] as const),
])

const FIELD_COLUMNS = columnsOf(Field, [
  ...(['id', 'documentId', 'signerId', 'type', 'page', 'x', 'y', 'width', 'height'] as const),
  'options',
])

const partsOf = (table: string, columns: string) =>
  `select ${columns} from ${table} where document_id = any($1) order by position`

/** Documents of rows that a statement has read, each with its signers and fields: to be shown, in one batch however many there are. */
export async function documentsWithParts(rows: readonly Row[]): Promise<Document[]> {
  const documents = readOnlyModels(Document, rows)
  if (documents.length === 0) return documents
  const values = [documents.map(({ id }) => id)]
  const [signers, fields] = await CurrentTenant.batch([
    { text: partsOf('signers', SIGNER_COLUMNS), values },
    { text: partsOf('fields', FIELD_COLUMNS), values },
  ])
  const signersOf = Map.groupBy(readOnlyModels(Signer, signers), ({ documentId }) => documentId)
  const fieldsOf = Map.groupBy(readOnlyModels(Field, fields), ({ documentId }) => documentId)
  for (const document of documents) {
    document.$setRelated('signers', signersOf.get(document.id) ?? [])
    document.$setRelated('fields', fieldsOf.get(document.id) ?? [])
  }
  return documents
}
