import type { HttpContext } from '@adonisjs/core/http'
import type Document from '#app/documents/document'
import { CurrentTenant } from '#app/tenancy/current_tenant'

/** A page about a document looks as its sender looked when it was sent. */
export function lookOf({ tenant }: HttpContext, { brand }: Document) {
  return {
    brand: brand ?? { name: tenant.name, color: null },
    isTest: CurrentTenant.get().environment === 'test',
  }
}
