import type { Actor } from '#app/audit/actor'
import { SecurityTrail } from '#app/audit/security_trail'
import { clock } from '#app/foundation/clock'
import type { SharedAccess } from '#app/identity/access/document_policy'
import { Recipients, type Recipient } from '#app/identity/teams/recipient'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type { RowOf } from '#app/tenancy/row'
import { query } from '#app/tenancy/statement'
import Document from '../document.js'
import type { DocumentChange } from '../document_change.js'
import HolderRefused from '../errors/holder_refused.js'
import RecipientGone from '../errors/recipient_gone.js'
import TooManyShares from '../errors/too_many_shares.js'
import { tellOfDocument } from './sharing_notice.js'

const MAX_SHARES = 100

const SHARE = `
  insert into document_shares (document_id, grantee_id, access, shared_by, shared_at) values ($1, $2, $3, $4, $5)
  on conflict (document_id, grantee_id) do update set access = $3, shared_by = $4, shared_at = $5`

/**
 * With whom a document is shared, and to whom it belongs. Each change locks the document, then the account by its security trail, where it leaves its
 * entry: the trail of the document is evidence about its signers. What is so already is no change.
 */
export class Sharing {
  constructor(
    private documentId: string,
    private by: Actor
  ) {}

  /**
   * @param tells  whether those whom it reaches anew are told
   * @throws DocumentNotFound, RecipientGone, TooManyShares
   */
  async share(granteeId: string, access: SharedAccess, { tells = false } = {}): Promise<void> {
    await this.#change(async ({ document }) => {
      const recipient = await present(granteeId)
      const shares = await this.#shares()
      const known = shares.find(({ grantee_id: id }) => id === granteeId)
      if (known?.access === access || holderIdOf(document) === granteeId) return
      if (!known && shares.length >= MAX_SHARES) throw new TooManyShares(MAX_SHARES)
      await this.#note('document.shared', recipient, { granteeId, access })
      const values = [this.documentId, granteeId, access, this.by.id, clock.now()]
      await CurrentTenant.batch([{ text: SHARE, values }])
      if (tells && !known) await this.#tell('document.shared', recipient)
    })
  }

  /** Takes effect with the next request of theirs. @throws DocumentNotFound */
  async unshare(granteeId: string): Promise<void> {
    await this.#change(async () => {
      const [gone] = await CurrentTenant.batch([
        {
          text: 'delete from document_shares where document_id = $1 and grantee_id = $2 returning grantee_id',
          values: [this.documentId, granteeId],
        },
      ])
      if (gone.length === 0) return
      await this.#note('document.unshared', await Recipients.find(granteeId), { granteeId })
    })
  }

  /**
   * Gives it to another member or a team: from now on it is theirs alone.
   *
   * @param tells  whether they are told
   * @throws DocumentNotFound, RecipientGone, HolderRefused
   */
  async move(holderId: string, { tells = false } = {}): Promise<void> {
    await this.#change(async (change) => {
      const { document } = change
      const recipient = await present(holderId)
      const from = holderIdOf(document)
      if (from === holderId) return
      if (!Recipients.mayHold(recipient)) throw new HolderRefused()
      await this.#note('document.moved', recipient, { fromId: from, holderId })
      document.holderId = holderId === document.createdBy ? null : holderId
      change.write({
        text: 'delete from document_shares where document_id = $1 and grantee_id = $2',
        values: [this.documentId, holderId],
      })
      if (tells) await this.#tell('document.moved', recipient)
    })
  }

  #tell(kind: 'document.shared' | 'document.moved', recipient: Recipient): Promise<void> {
    return tellOfDocument(kind, this.documentId, recipient, this.by)
  }

  #change(work: (change: DocumentChange) => Promise<void>): Promise<void> {
    return Document.change(this.documentId, async (change) => {
      await SecurityTrail.lock()
      await work(change)
    })
  }

  async #shares(): Promise<RowOf<'document_shares', 'grantee_id' | 'access'>[]> {
    const text = 'select grantee_id, access from document_shares where document_id = $1'
    const [rows] = await CurrentTenant.batch([
      query<RowOf<'document_shares', 'grantee_id' | 'access'>>(text, [this.documentId]),
    ])
    return rows
  }

  async #note(
    action: 'document.moved' | 'document.shared' | 'document.unshared',
    recipient: Recipient | null,
    details: Record<string, unknown>
  ): Promise<void> {
    await SecurityTrail.append({
      action,
      actor: this.by,
      details: { document: this.documentId, ...details },
      ...(recipient && { personal: { recipient: recipient.name } }),
    })
  }
}

/** @throws RecipientGone */
async function present(id: string): Promise<Recipient> {
  const recipient = await Recipients.find(id)
  if (!recipient) throw new RecipientGone()
  return recipient
}

function holderIdOf({ holderId, createdBy }: Document): string {
  return holderId ?? createdBy
}
