import { Outbox, type Task } from '#app/tenancy/outbox/outbox'
import { PublishedBrand } from './published_brand.js'

/** The work `brand.published`: what a reseller has changed goes to where its tenants inherit it from. */
export default async function publishBrand(task: Task): Promise<void> {
  await PublishedBrand.refresh()
  await Outbox.finish(task)
}
