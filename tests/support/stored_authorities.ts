import { Cell } from '#app/tenancy/cell'
import { asSuperuser } from './superuser.js'

const STORED = `stored_key is not null and stored_key not like 'offline:%'`

/** Those whose keys are in stores: other tests seal with keys in the database, and reach none. */
export async function forgetStoredAuthorities(): Promise<void> {
  const ids = `select id from platform.seal_authorities where ${STORED}`
  await asSuperuser(Cell.named('main').database, async (superuser) => {
    await superuser.query(`delete from platform.issued_certificates where authority_id in (${ids})`)
    await superuser.query(
      `delete from platform.seal_authorities where kind = 'issuing' and ${STORED}`
    )
    await superuser.query(`delete from platform.seal_authorities where ${STORED}`)
  })
}
