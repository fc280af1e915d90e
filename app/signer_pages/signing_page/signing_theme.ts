import type { HttpContext } from '@adonisjs/core/http'
import { pageTheme } from '#app/front_door/pages/page_theme'
import type Document from '#app/documents/document'
import { CurrentTenant } from '#app/tenancy/current_tenant'

/** A page about a document looks as its sender looked when it was sent. */
export function signingTheme({ tenant }: HttpContext, { brand }: Pick<Document, 'brand'>) {
  return {
    brand: pageTheme(brand ?? { name: tenant.name }),
    isTest: CurrentTenant.get().environment === 'test',
  }
}
