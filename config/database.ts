import env from '#start/env'
import { defineConfig } from '@adonisjs/lucid'
import type { PostgreConfig } from '@adonisjs/lucid/types/database'
import { cells, loginSecrets, platformDatabase } from '#config/cells'
import { watchConnection, watchedAndGuarded } from '#app/tenancy/connections/connection_guard'
import { loginUrl } from '#app/tenancy/connections/login'
import { connectionTo } from '#app/tenancy/connections/server_choice'

const POOL = env.get('DATABASE_POOL') ?? 8

/** A server that takes connections and says nothing is away, too. */
const CONNECTED_WITHIN_MS = 3_000

/** Backends grow with every schema they touch and never shrink: connections are recycled by age. */
const MAX_CONNECTION_AGE_MS = 20 * 60_000

function platform(): PostgreConfig {
  const connection = {
    ...connectionTo(loginUrl(platformDatabase, 'platform', loginSecrets)),
    connectionTimeoutMillis: CONNECTED_WITHIN_MS,
  }
  return { client: 'pg', connection, pool: { min: 0, max: 4, afterCreate: watchConnection } }
}

function cell(base: string): PostgreConfig {
  const connection = {
    ...connectionTo(loginUrl(base, 'app', loginSecrets)),
    pipeline: true,
    connectionTimeoutMillis: CONNECTED_WITHIN_MS,
  }
  const pool = {
    min: 0,
    max: POOL,
    afterCreate: watchedAndGuarded,
    maxConnectionLifetimeMillis: MAX_CONNECTION_AGE_MS,
  }
  return { client: 'pg', connection, pool }
}

export default defineConfig({
  connection: 'platform',
  connections: {
    platform: platform(),
    ...Object.fromEntries([...cells].map(([name, base]) => [`cell:${name}`, cell(base)])),
  },
})
