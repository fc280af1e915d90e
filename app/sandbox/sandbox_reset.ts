import type { Actor } from '#app/audit/actor'
import { SANDBOX_RESET } from '#app/audit/audit_verification'
import { SecurityTrail } from '#app/audit/security_trail'
import { BulkActions } from '#app/documents/bulk_actions/bulk_action'
import { Labels } from '#app/documents/labels/labels'
import { SavedViews } from '#app/documents/views/saved_views'
import { faultPoint } from '#app/foundation/processes/fault_point'
import { Contacts } from '#app/identity/contacts/contacts'
import { removeAllTemplates } from '#app/templates/templates'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { query } from '#app/tenancy/statement'
import SandboxBusy from './errors/sandbox_busy.js'

/** How many of each there were. */
export interface Removed {
  documents: number
  auditEntries: number
  events: number
  deliveries: number
  mails: number
}

const REMOVE = query<{ removed: Removed }>('select reset_sandbox() as removed')

/** Another reset, somebody who does not end, and a sweeper that met the same work in another order. */
const BUSY = ['CS006', '55P03', '40P01']

/** A sandbox begun anew: its documents, all that came of them, its templates, labels, saved views and contacts are gone, its clock is the real one. Keys and endpoints stay. */
export const SandboxReset = {
  /**
   * One unit: it happens or it does not, and the account's trail says that it did, for the trails of the documents are gone with them.
   * Their files are removed after the commit.
   *
   * @throws SandboxBusy
   */
  async run(by: Actor): Promise<Removed> {
    return unit(async () => {
      const removed = await remove()
      await removeAllTemplates()
      await BulkActions.removeAll()
      await Labels.removeAll()
      await SavedViews.removeAll()
      await Contacts.forgetEverybodys()
      faultPoint('sandbox.removed')
      await SecurityTrail.append({ action: SANDBOX_RESET, actor: by, details: { ...removed } })
      return removed
    })
  },
}

async function remove(): Promise<Removed> {
  try {
    const [[row]] = await CurrentTenant.batch([REMOVE])
    return row.removed
  } catch (error) {
    throw isBusy(error) ? new SandboxBusy() : error
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && BUSY.includes(String(error.code))
}
