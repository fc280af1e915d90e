import type { HttpContext } from '@adonisjs/core/http'
import { LogInPolicy } from '#app/identity/access/log_in_policy'
import Connection from '#app/single_sign_on/connection'
import { readPage, showWholePage } from '../page.js'

interface State {
  /** As it was typed. */
  email?: string
  /** Where to go after the log-in. */
  next: string | null
  error?: string
}

export async function showLogIn(ctx: HttpContext, state: State, status = 200): Promise<void> {
  const [[provider], [{ isRequired }]] = await readPage(
    ctx,
    Connection.button,
    LogInPolicy.isRequired
  )
  const singleSignOn = provider?.name ?? null
  const discovers = provider?.discovers ?? false
  const shown = { email: '', error: null, singleSignOn, discovers, isRequired, ...state }
  await showWholePage(ctx, 'dashboard/session/create', shown, status)
}

export async function showEmergencyLogIn(
  ctx: HttpContext,
  { email = '', error = null }: { email?: string; error?: string | null } = {},
  status = 200
): Promise<void> {
  await readPage(ctx)
  await showWholePage(ctx, 'dashboard/session/emergency', { email, error }, status)
}
