import type { HttpContext } from '@adonisjs/core/http'
import {
  namedDocument,
  printedCode,
  type NamedDocument,
} from '#app/documents/tracking/printed_code'
import { environmentOf } from '#app/foundation/identifier'
import type { Phrasebook } from '#app/foundation/phrases/phrasebook'
import { inScopeOf } from '#app/front_door/link_scope'
import { tenantResolver } from '#app/tenants/hosts/tenant_resolver'

/** What is said of the code on a certificate, to anybody who scans it: no name and no title. */
export interface CodeWords {
  tone: 'success' | 'warning'
  lines: readonly string[]
  documentId: string
  sha256: string
}

/** Null where the address carries no code, or one that does not say whose document it is, at a host that is nobody's. */
export async function codeWords(ctx: HttpContext, phrases: Phrasebook): Promise<CodeWords | null> {
  const code = printedCode(ctx.request.qs())
  if (!code || (!ctx.target.tenant && !code.tenantId)) return null
  const { documentId, sha256 } = code
  const tenant = ctx.target.tenant ?? (await tenantResolver.byId(code.tenantId!))
  const environment = environmentOf(documentId)
  const named = tenant && (await inScopeOf({ tenant }, environment, () => namedDocument(code)))
  const lines = named ? linesOf(named, phrases) : [phrases.t('verify.code_unknown')]
  const isTest = named !== null && environment === 'test'
  return {
    ...{ documentId, sha256 },
    tone: named?.status === 'completed' ? 'success' : 'warning',
    lines: isTest ? [...lines, phrases.t('pages.test_note')] : lines,
  }
}

function linesOf({ status, endedAt, isErased }: NamedDocument, phrases: Phrasebook): string[] {
  const { t } = phrases
  const moment = phrases.moment(endedAt)
  return [
    status === 'completed'
      ? t('verify.code_sealed', { moment })
      : t('verify.code_ended', { moment, status: t(`document_status.${status}`) }),
    ...(isErased ? [t('verify.code_erased')] : []),
    t('verify.code_next'),
  ]
}
