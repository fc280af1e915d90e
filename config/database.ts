import env from '#start/env'
import { defineConfig } from '@adonisjs/lucid'
import type { PostgreConfig } from '@adonisjs/lucid/types/database'
import { cells, loginUrl, platformDatabase } from '#config/cells'
import { guardConnection } from '#app/tenancy/connection_guard'

const POOL = env.get('DATABASE_POOL') ?? 8

/** Backends grow with every schema they touch and never shrink: connections are recycled by age. */
const MAX_CONNECTION_AGE_MS = 20 * 60_000

function platform(): PostgreConfig {
  return {
    client: 'pg',
    connection: { connectionString: loginUrl(platformDatabase, 'platform') },
    pool: { min: 0, max: 4 },
  }
}

function cell(base: string): PostgreConfig {
  const connection = { connectionString: loginUrl(base, 'app'), pipeline: true }
  const pool = {
    min: 0,
    max: POOL,
    afterCreate: guardConnection,
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
