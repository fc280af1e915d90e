import { startWeb, type Web } from '../support/bench_process.js'
import { startApplication } from '../support/bench_application.js'
import type { ApiClient } from '#tests/factories/api_client'

export interface Stage {
  web: Web
  client: ApiClient
  /** A short PDF in base64. */
  file: string
  /** Two people, each with a place to sign. */
  signers: object[]
}

const SIGNATURE = { type: 'signature', page: 1, x: 60, y: 200, width: 180, height: 50 }

/** The application, a web process of its own, and a tenant whom nobody keeps from asking. */
export async function setStage(): Promise<Stage> {
  await startApplication()
  const { benchPlan, tenantMaker } = await import('../tenants/callers.js')
  const { ApiClient } = await import('#tests/factories/api_client')
  const { makePdf } = await import('#tests/factories/pdf_factory')
  await benchPlan()
  const client = await ApiClient.of(await tenantMaker()(), 'live')
  return {
    client,
    web: await startWeb(new URL('./web_process.ts', import.meta.url)),
    file: Buffer.from(await makePdf()).toString('base64'),
    signers: [
      { name: 'Ana Buyer', email: 'ana@example.test', fields: [SIGNATURE] },
      { name: 'Ben Seller', email: 'ben@example.test', fields: [SIGNATURE] },
    ],
  }
}

export async function make({ client, web, file, signers }: Stage, more: object): Promise<string> {
  const { origin } = web
  const json = { title: 'Lease', file, signers, ...more }
  const made = await client.ask({ origin, method: 'POST', path: '/api/v1/documents', json })
  if (made.status !== 201) throw new Error(made.text)
  return String(made.body.id)
}
