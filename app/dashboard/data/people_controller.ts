import type { HttpContext } from '@adonisjs/core/http'
import { flashOutcome } from '../flash_outcome.js'
import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import { typedText } from '#app/front_door/bodies/typed_text'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { type ErasedPerson, SignerErasure } from '#app/portability/erasure/signer_erasure'
import { phrasesOf } from '../language.js'
import { readPage, showPage } from '../page.js'
import { showDataPage } from './data_page.js'

const ADDRESS = /^[^\s@]+@[^\s@]+$/
const MAX_ADDRESS = 254

export default class PeopleController {
  /** GET /settings/data/person?email= */
  async show(ctx: HttpContext) {
    const email = typedText(ctx.request.qs().email)
    if (!isAddress(email)) {
      const errors = { email: phrasesOf(ctx).t('data.no_address') }
      return showDataPage(ctx, { values: { email }, errors })
    }
    return preview(ctx, email)
  }

  /** POST /settings/data/person */
  async destroy(ctx: HttpContext) {
    const { email: asked, confirmation, others } = ctx.request.body()
    const email = typedText(asked)
    const andOfOthers = others === 'yes'
    const isMeant = isAddress(email) && typedText(confirmation) === email
    if (!isMeant) return preview(ctx, email, { confirmation: typedText(confirmation), andOfOthers })
    let done = ''
    return flashOutcome(ctx, { back: '/settings/data', done: () => done }, async () => {
      const erased = await SignerErasure.run(email, ctx.dashboard.actor(ctx), { andOfOthers })
      await forgetInSandbox(ctx, email)
      done = inWords(erased, phrasesOf(ctx))
    })
  }
}

interface Typed {
  /** Not the address. */
  confirmation: string
  andOfOthers: boolean
}

/** @param typed  what was typed to confirm, and is not the address */
async function preview(ctx: HttpContext, email: string, typed?: Typed): Promise<void> {
  await readPage(ctx)
  const { documents, hasMore, contacts, bulkRows, views } = await SignerErasure.preview(email)
  const erasable = documents.filter(({ isErasable }) => isErasable)
  const own = erasable.filter(({ successors }) => successors === null).length
  const staying = documents.filter(({ successors }) => successors !== null).length
  const left = { contacts, bulkRows, views, own, staying, others: erasable.length - own }
  const error = typed && phrasesOf(ctx).t('common.not_confirmed', { text: email })
  const kept = { typed: typed?.confirmation ?? '', andOfOthers: typed?.andOfOthers ?? false }
  const state = { email, documents, hasMore, ...left, ...kept, error: error ?? null }
  await showPage(ctx, 'dashboard/data/person', state, error ? 422 : 200)
}

/** What was erased, and what stays and why. */
function inWords({ open, left, hasMore }: ErasedPerson, { t }: DashboardPhrasebook): string {
  const sentences = [
    t('data.person_erased', { open }),
    left > 0 && t('data.others_stay'),
    hasMore && t('data.search_again'),
  ]
  return sentences.filter(Boolean).join(' ')
}

/** A sandbox is erased whole, by its reset; but members are offered whom they asked there, and lists name people before anything is sent. */
async function forgetInSandbox({ tenant }: HttpContext, email: string): Promise<void> {
  if (!tenant.hasSandbox) return
  await CurrentTenant.run({ tenant, environment: 'test' }, () => SignerErasure.forget(email))
}

function isAddress(text: string): boolean {
  return text.length <= MAX_ADDRESS && ADDRESS.test(text)
}
