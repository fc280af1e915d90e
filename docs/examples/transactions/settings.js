/** What the environment says; a process that lacks something says so and ends. */
export function settings(env = process.env) {
  const missing = ['SIGNATURES_URL', 'SIGNATURES_KEY', 'SIGNATURES_WEBHOOK_SECRET'].filter(
    (name) => !env[name]
  )
  if (missing.length > 0)
    throw new Error(`Set ${missing.join(', ')}: the dashboard shows them under Integrations, once`)
  const port = Number(env.PORT ?? 8027)
  const host = env.HOST ?? '127.0.0.1'
  return {
    service: env.SIGNATURES_URL.replace(/\/$/, ''),
    key: env.SIGNATURES_KEY,
    secret: env.SIGNATURES_WEBHOOK_SECRET,
    host,
    port,
    /** Where the service finds us, to fetch contracts. */
    ownUrl: (env.PUBLIC_URL ?? `http://${host}:${port}`).replace(/\/$/, ''),
    database: env.DATABASE ?? 'transactions.sqlite',
    isSandbox: env.SIGNATURES_KEY.startsWith('svc_test_'),
  }
}
