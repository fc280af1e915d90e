import { randomBytes } from 'node:crypto'
import { tenantClock } from '#app/tenancy/clock/tenant_clock'
import { newId } from '#app/foundation/identifier'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import OutcomeUnknown from '#app/tenancy/errors/outcome_unknown'
import { offeredLanguages } from '#app/brand/brand_languages'
import { Profile } from '#app/brand/profile'
import { cast, date } from './cast.js'
import { DraftPlan } from './draft_plan.js'
import type { DraftInput } from './draft_input.js'
import Document from '../document.js'
import { DocumentChange } from '../document_change.js'
import { label } from '../labels/labelling.js'
import { assertProvable } from '../signers/signer_identity.js'
import { linkToken, tokenHash } from '../signers/signing_link.js'
import { dispatch } from '../sending.js'
import { uploadFacts, uploadNames, type AcceptedPdf } from '../files/accepted_pdf.js'
import { storeUpload } from '../files/stored_upload.js'
import { Vault } from '../files/vault.js'

const SALT_BYTES = 16

interface Creation {
  send: boolean
  /** What else belongs into the unit that makes it. */
  within?: (document: Document) => Promise<void>
}

/** A document that is being put together: file, signers and fields. */
export const Draft = {
  /**
   * Files are stored before the unit that names them; should it fail they are removed again, unless it may have been stored after all.
   *
   * @throws OutcomeUnknown, DraftRefused, FieldOffPage, SignerLimitExceeded, FeatureNotInPlan, LabelsUnknown
   */
  async create(
    input: DraftInput,
    upload: AcceptedPdf,
    { send, within }: Creation
  ): Promise<Document> {
    const { environment } = CurrentTenant.get()
    const { entitlements, brand } = await Profile.current()
    const { redirectHosts } = brand.snapshot
    const languages = offeredLanguages(brand.snapshot)
    const circumstances = {
      environment,
      entitlements,
      pages: upload.pages,
      redirectHosts,
      languages,
    }
    const plan = new DraftPlan(input, circumstances)
    await assertProvable(input.signers)
    const id = newId('doc', environment)
    const vault = await Vault.create(id)
    const document = await compose(id, input, plan, upload, vault)
    document.brand = brand.snapshot
    const { names, files } = await storeUpload(vault, upload, null)
    document.files = files
    try {
      return await unit(async () => {
        await DocumentChange.of(document, async (change) => {
          // files may take minutes to store: another clock than the trail's would contradict it
          const now = tenantClock.now()
          document.merge({ createdAt: now, updatedAt: now })
          date(document.signers, now)
          logCreation(change, upload, input)
          if (send) await dispatch(change, input.by, entitlements.name)
        })
        if (input.labels?.length) await label(document, input.labels)
        await within?.(document)
        return document
      })
    } catch (error) {
      if (!(error instanceof OutcomeUnknown)) await vault.remove(...names)
      throw error
    }
  },
}

function logCreation(
  change: DocumentChange,
  upload: AcceptedPdf,
  { by: actor, template: origin }: DraftInput
): void {
  const { document } = change
  const { originalSha256, canonicalSha256, pageCount, title, template } = document
  const file = { originalSha256, canonicalSha256, pageCount, ...uploadFacts(upload) }
  change.log(
    {
      action: 'document.created',
      actor,
      details: {
        signers: document.signers.length,
        fields: document.fields.length,
        ...(template && { template: template.id, templateVersion: template.version }),
        ...(origin?.form && { form: origin.form, addressProvedBy: 'mail' }),
        ...(origin?.bulkSend && { bulkSend: origin.bulkSend }),
      },
      personal: { title },
    },
    {
      action: 'document.uploaded',
      actor,
      details: file,
      personal: uploadNames(upload),
    }
  )
}

async function compose(
  id: string,
  input: DraftInput,
  plan: DraftPlan,
  upload: AcceptedPdf,
  vault: Vault
): Promise<Document> {
  const trackingSalt = randomBytes(SALT_BYTES)
  const tracking = await linkToken('tracking-link', {
    id,
    version: 1,
    counter: 0,
    salt: trackingSalt,
  })
  const document = new Document().merge({
    id,
    status: 'draft',
    title: input.title,
    message: input.message ?? null,
    expiresInDays: plan.expiresInDays,
    metadata: input.metadata ?? {},
    redirectUrl: input.redirectUrl ?? null,
    createdBy: input.by.id,
    holderId: input.holderId ?? null,
    templateId: input.template?.id ?? null,
    templateVersion: input.template?.version ?? null,
    createdVia: input.by.via ?? null,
    fileName: upload.fileName,
    pageCount: upload.pages.length,
    pages: upload.pages,
    originalSha256: upload.originalSha256,
    originalBytes: upload.original.length,
    canonicalSha256: upload.canonicalSha256,
    earlierSignatures: upload.signatures,
    vaultKey: vault.vaultKey,
    trackingCounter: 0,
    trackingSalt,
    trackingSha256: tokenHash(tracking),
    reminderPlan: input.reminders ?? null,
    allowsDelegation: input.allowDelegation ?? false,
    language: input.language ?? null,
    plannedReminders: 0,
    nextReminderAt: null,
    emailsSent: 0,
    failedEmails: 0,
    sequence: 0,
    chainSequence: 0,
    chainHash: null,
  })
  await cast(document, plan.signers)
  return document
}
