import type { HttpContext } from '@adonisjs/core/http'
import { sha256Hex } from '#app/foundation/opaque_token'
import type Connection from '#app/single_sign_on/connection'
import type { ProviderMetadata } from '#app/single_sign_on/gate/provider_metadata'
import { requireWhoMayReplace } from '#app/single_sign_on/owners'
import { changesBy } from '#app/single_sign_on/provider/provider_changes'
import { readSettings, showSettings } from './settings_page.js'

interface Proposal {
  metadata: ProviderMetadata
  /** Where the form goes that agrees, and what it holds beside the digest. */
  action: string
  fields: Record<string, string>
  /** Where the metadata were fetched, and are looked for every day. */
  url?: string
}

/**
 * Whether somebody has seen what would become of the provider. If not, it is shown: agreeing sends the same form again with a digest of what was shown, which counts
 * while the metadata and the provider are what they were then.
 */
export async function isReviewed(
  ctx: HttpContext,
  connection: Connection | null,
  { metadata, action, fields, url }: Proposal
): Promise<boolean> {
  const changes = changesBy(metadata, connection)
  const shown = sha256Hex(JSON.stringify([metadata, changes]))
  const agreed: unknown = ctx.request.input('shown')
  if (agreed === shown) return true
  const { isInPlan } = await readSettings(ctx)
  await showSettings(ctx, 'review', {
    ...{ connection, isInPlan, action, changes },
    url: url ?? null,
    fields: Object.entries({ ...fields, shown }).map(([name, value]) => ({ name, value })),
    isOther: agreed !== undefined,
  })
  return false
}

/**
 * The same for what somebody has pasted or typed: there is nothing to compare it with the first time, nor to agree to where nothing changes.
 *
 * @throws OwnerRequired: nobody is asked to agree who may not
 */
export async function isReviewedOrNew(
  ctx: HttpContext,
  connection: Connection | null,
  proposal: Proposal
): Promise<boolean> {
  if (!connection || changesBy(proposal.metadata, connection).length === 0) return true
  await requireWhoMayReplace(ctx.dashboard.actor(ctx))
  return isReviewed(ctx, connection, proposal)
}
