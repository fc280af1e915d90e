import type { HttpContext } from '@adonisjs/core/http'
import { pageLook } from '#app/front_door/pages/page_look'
import type Document from '#app/documents/document'
import { CurrentTenant } from '#app/tenancy/current_tenant'

/** A page about a document looks as its sender looked when it was sent. */
export function lookOf({ tenant }: HttpContext, { brand }: Document) {
  return {
    brand: pageLook(brand ?? { name: tenant.name }),
    isTest: CurrentTenant.get().environment === 'test',
  }
}
