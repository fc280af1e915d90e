import type { HttpContext } from '@adonisjs/core/http'
import type { Environment } from '#app/foundation/environment'
import ApiKey from '#app/identity/api_key'
import { documentExample } from './api_example.js'
import { inAccount } from './account.js'
import { KEYS, listedKeys } from './key_list.js'
import { readPage, showPage } from './page.js'
import { faultOfLine, typedText } from '#app/front_door/typed_text'

const MAX_NAME = 100

export default class KeysController {
  /** GET /settings/keys */
  async index(ctx: HttpContext) {
    ctx.desk.require('keys')
    const [rows] = await readPage(ctx, KEYS)
    const { live, test } = listedKeys(rows)
    return showPage(ctx, 'dashboard/keys/index', {
      liveKeys: live,
      testKeys: test,
      livePlanNote: noteOfPlan(ctx),
    })
  }

  /** GET /settings/keys/new?environment= */
  async create(ctx: HttpContext) {
    ctx.desk.require('keys')
    await readPage(ctx)
    return form(ctx, environmentOf(ctx.request.input('environment')), '')
  }

  /** POST /settings/keys: the key is shown by this answer, and never again. */
  async store(ctx: HttpContext) {
    ctx.desk.require('keys')
    await readPage(ctx)
    const environment = environmentOf(ctx.request.body().environment)
    const name = typedText(ctx.request.body().name)
    const fault = faultOf(ctx, environment, name)
    if (fault) return form(ctx, environment, name, fault)
    const createdBy = ctx.desk.user
    const { secret } = await inAccount(ctx, () =>
      ApiKey.issue({ environment, name, createdBy }, ctx.desk.actor(ctx))
    )
    const raw = secret.release()
    return showPage(ctx, 'dashboard/keys/created', {
      key: { raw },
      example: documentExample(ctx, raw),
    })
  }
}

function form(ctx: HttpContext, keyEnvironment: Environment, name: string, fault?: string) {
  const state = { keyEnvironment, values: { name }, errors: fault ? { name: fault } : {} }
  return showPage(ctx, 'dashboard/keys/create', state, fault ? 422 : 200)
}

function faultOf(ctx: HttpContext, environment: Environment, name: string): string | null {
  if (!name) return 'Give the key a name.'
  return faultOfLine(name, MAX_NAME) ?? (environment === 'live' ? noteOfPlan(ctx) : null)
}

/** Why there can be no live key; null where there can. */
function noteOfPlan({ profile: { standing } }: HttpContext): string | null {
  return standing.may('apiLive')
    ? null
    : `Your plan, ${standing.planName}, has the API in the sandbox only.`
}

function environmentOf(value: unknown): Environment {
  return value === 'live' ? 'live' : 'test'
}
