import type { Database } from '@adonisjs/lucid/database'
import { Adapter } from '@adonisjs/lucid/orm'
import type { LucidModel, ModelAdapterOptions } from '@adonisjs/lucid/types/model'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { CurrentTenant } from '../current_tenant.js'
import TenantMismatch from '../errors/tenant_mismatch.js'
import UnitMisused from '../errors/unit_misused.js'

type Seat = 'platform' | 'tenant'

/** Gives every model the one client it may use: the unit or scope that is entered, or the platform's. */
export class TenantAdapter extends Adapter {
  constructor(
    database: Database,
    private seat: Seat
  ) {
    super(database)
  }

  modelConstructorClient(model: LucidModel, options?: ModelAdapterOptions): QueryClientContract {
    return this.seat === 'tenant' ? tenantClient(options) : this.#platformClient(model, options)
  }

  #platformClient(model: LucidModel, options?: ModelAdapterOptions): QueryClientContract {
    if (CurrentTenant.isInUnit)
      throw new UnitMisused('A unit of a tenant never touches the platform')
    return super.modelConstructorClient(model, options)
  }
}

function tenantClient(options?: ModelAdapterOptions): QueryClientContract {
  const client = CurrentTenant.client()
  const expected = CurrentTenant.connectionName()
  const used = options?.client?.connectionName ?? options?.connection
  // a row remembers by name where it was loaded: one of tenant A cannot be saved in the scope of B
  if (used && used !== expected) throw new TenantMismatch(used, expected)
  return client
}
