import type { Actor } from '#app/audit/actor'
import { SANDBOX_RESET } from '#app/audit/audit_verification'
import { SecurityTrail } from '#app/audit/security_trail'
import { BulkActions } from '#app/documents/bulk_actions/bulk_action'
import { faultPoint } from '#app/foundation/processes/fault_point'
import { Contacts } from '#app/identity/contacts/contacts'
import { restartTemplates } from '#app/templates/sandbox_restart'
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
  bulkSends: number
  bulkActions: number
  contacts: number
}

type OfDocuments = Omit<Removed, 'bulkSends' | 'bulkActions' | 'contacts'>

const REMOVE = query<{ removed: OfDocuments }>('select reset_sandbox() as removed')

/** Another reset, somebody who does not end, and a sweeper that met the same work in another order. */
const BUSY = ['CS006', '55P03', '40P01']

/**
 * A sandbox begun anew: its documents and all that came of them are gone, its clock is the real one. What people set up stays, for tests
 * go on using it: keys, endpoints, templates with their forms, labels, saved views.
 */
export const SandboxReset = {
  /**
   * One unit: it happens or it does not, and the account's trail says that it did, for the trails of the documents are gone with them.
   * Their files are removed after the commit.
   *
   * @throws SandboxBusy
   */
  async run(by: Actor): Promise<Removed> {
    return unit(async () => {
      const removed: Removed = {
        ...(await remove()),
        bulkSends: await restartTemplates(),
        bulkActions: await BulkActions.removeAll(),
        contacts: await Contacts.forgetEverybodys(),
      }
      faultPoint('sandbox.removed')
      await SecurityTrail.append({ action: SANDBOX_RESET, actor: by, details: { ...removed } })
      return removed
    })
  },
}

async function remove(): Promise<OfDocuments> {
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
