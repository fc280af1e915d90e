import pg from 'pg'
import env from '#start/env'

/** The address of the test cluster's superuser, in one of its databases. */
export function superuserUrl(database: string): string {
  const url = new URL(env.get('DATABASE_ADMIN_URL') ?? '')
  url.pathname = `/${encodeURIComponent(database)}`
  return url.href
}

/** Statements of the superuser: what no login of the application can do. */
export async function asSuperuser<T>(
  database: string,
  work: (superuser: pg.Client) => Promise<T>
): Promise<T> {
  const superuser = await superuserOf(database)
  try {
    return await work(superuser)
  } finally {
    await superuser.end()
  }
}

/** The caller that opened it has to end it. */
export async function superuserOf(database: string): Promise<pg.Client> {
  const superuser = new pg.Client({ connectionString: superuserUrl(database) })
  await superuser.connect()
  return superuser
}
