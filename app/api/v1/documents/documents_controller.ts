import type { HttpContext } from '@adonisjs/core/http'
import { fieldValues } from '#app/documents/field_values'
import { recordLinkDisclosure, recordValueDisclosure } from '#app/documents/evidence/disclosure'
import Document from '#app/documents/document'
import { DocumentTransformer } from '#app/documents/document_transformer'
import { idsOf, namedLabels } from '#app/documents/labels/named_labels'
import { Draft } from '#app/documents/drafts/draft'
import { AcceptedPdf } from '#app/documents/files/accepted_pdf'
import { unit } from '#app/tenancy/current_tenant'
import { answer, reply, type Reply } from '../answer/answer.js'
import { DOCUMENT_ANSWER, DOCUMENT_DELETED, DOCUMENT_LIST } from '../schemas/document.js'
import { DocumentFilter } from './document_filter.js'
import { signerLinks } from './document_links.js'
import { documentOrder, draftRevision } from './document_order.js'
import { listedDocuments } from './listed_documents.js'
import { actorOf, documentReply, foundDocument, wholeDocument } from './found_document.js'
import { change, once } from '../idempotency/once.js'
import { bodyOf, queryOf } from '../input/input.js'
import { namedFiles } from '../input/named_files.js'
import { planOf } from '../input/reminders.js'
import { documentId } from '../input/resource_id.js'
import {
  documentsQuery,
  documentValidator,
  revisionValidator,
} from '../validators/document_validator.js'
import { daysOf } from '../validators/rules.js'

export default class DocumentsController {
  /** POST /api/v1/documents */
  async store(ctx: HttpContext) {
    const { send = true, ...wanted } = bodyOf(ctx, documentValidator)
    const files = namedFiles(ctx, wanted.title)
    return once(ctx, async (keep) => {
      const upload = await AcceptedPdf.acceptAll(files)
      const within = async (document: Document) => keep(await created(ctx, document))
      const order = await documentOrder(wanted, upload, ctx)
      await Draft.create(order, upload, { send, within })
    })
  }

  /** GET /api/v1/documents: newest first, without signing links whatever the key. */
  async index(ctx: HttpContext) {
    const filter = await DocumentFilter.of(queryOf(ctx, documentsQuery), ctx.caller.principal)
    const { documents, hasMore } = await listedDocuments(filter)
    const { entitlements } = ctx.caller
    const shown = documents.map((document) =>
      DocumentTransformer.transform(document, { entitlements })
    )
    const last = documents.at(-1)
    return answer(ctx, DOCUMENT_LIST, {
      data: (await Promise.all(shown)).map((one) => ({ ...one, object: 'document' })),
      hasMore,
      nextCursor: hasMore && last ? DocumentFilter.cursorAfter(last) : null,
    })
  }

  /** GET /api/v1/documents/:id */
  async show(ctx: HttpContext) {
    const document = await foundDocument(ctx)
    const { caller } = ctx
    const hasLinks = document.status !== 'draft' && !document.isErased
    const withLinks = caller.allows('links:read') && hasLinks
    const { entitlements } = caller
    const values = caller.allows('values:read') ? await fieldValues(document) : undefined
    const shown = await DocumentTransformer.transform(document, { entitlements, withLinks, values })
    if (values && values.size > 0) await recordValueDisclosure(document.id, actorOf(ctx))
    if (!withLinks) return answer(ctx, DOCUMENT_ANSWER, shown)
    await discloseLinks(document, ctx)
    return answer(ctx, DOCUMENT_ANSWER, {
      ...shown,
      signerLinks: await signerLinks(document, entitlements),
    })
  }

  /** PATCH /api/v1/documents/:id */
  async update(ctx: HttpContext) {
    const { expiresIn, labels, reminders, ...wanted } = bodyOf(ctx, revisionValidator)
    const expiresInDays = expiresIn === undefined ? {} : { expiresInDays: daysOf(expiresIn) }
    const asked = { ...wanted, ...expiresInDays }
    // a document that was sent takes labels and reminders, too
    const isRevised =
      Object.keys(asked).length > 0 || (labels === undefined && reminders === undefined)
    const document = Document.reference(documentId(ctx))
    const by = actorOf(ctx)
    return once(ctx, async (keep) => {
      const { revision, version } = await draftRevision(asked, ctx)
      await unit(async () => {
        if (labels)
          await document.relabel({ add: idsOf(await namedLabels(labels)), remove: 'all others' })
        if (reminders !== undefined) await document.planReminders(planOf(reminders), by)
        if (isRevised) await document.revise(revision, by, version)
        await keep(await documentReply(ctx, await wholeDocument(documentId(ctx))))
      })
    })
  }

  /** DELETE /api/v1/documents/:id */
  async destroy(ctx: HttpContext) {
    const id = documentId(ctx)
    return change(ctx, async () => {
      await Document.reference(id).remove(actorOf(ctx))
      return reply(ctx, DOCUMENT_DELETED, { id, deleted: true })
    })
  }
}

/** Its creator is shown the links, as nobody is after that without asking for them. */
export async function created(ctx: HttpContext, document: Document): Promise<Reply> {
  const { entitlements } = ctx.caller
  const shown = await DocumentTransformer.transform(document, { entitlements })
  const fields = { ...shown, signerLinks: await signerLinks(document, entitlements) }
  const location = `/api/v1/documents/${document.id}`
  return reply(ctx, DOCUMENT_ANSWER, fields, { status: 201, location })
}

/** Anybody who sees a signing link can sign, so the trail records who saw it. */
function discloseLinks({ id, linked }: Document, ctx: HttpContext): Promise<void> {
  const signerIds = linked.map((signer) => signer.id)
  return recordLinkDisclosure(id, signerIds, actorOf(ctx))
}
