import { clock } from '#app/foundation/clock'
import type { Environment } from '#app/foundation/environment'
import { newId } from '#app/foundation/identifier'
import { anywhere } from '#app/foundation/like_pattern'
import type { Language } from '#app/foundation/phrases/languages'
import { isUniqueViolation } from '#app/foundation/unique_violation'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type { RowOf } from '#app/tenancy/row'
import { query, type Query, type Statement } from '#app/tenancy/statement'

/** For each member; the ones not used for longest go. */
export const MAX_CONTACTS = 1_000

/** How many one page of the list shows. */
const ON_A_PAGE = 50

export interface ContactWords {
  name: string
  email: string
  language: Language | null
}

export type ContactRow = RowOf<'contacts', 'id' | 'name' | 'email' | 'language' | 'last_used_at'>

interface Person {
  id: string
}

const COLUMNS = 'id, name, email, language, last_used_at'
/** Each word somewhere, in any order; accents and case do not count. */
const FOUND = `user_id = $1
  and regexp_replace(normalize(name || ' ' || email, NFKD), '[\\u0300-\\u036f]+', '', 'g') ilike all($2::text[])`
const NEWEST = 'order by last_used_at desc, id desc'

/** In the order of their addresses, so that two who send at once never wait for each other. Nobody is remembered for those who do not want it, or are gone. */
const REMEMBER = `
  insert into contacts (id, user_id, address, name, email, language, created_at, last_used_at)
  select id, $1, lower(email), name, email, language, $2, $2
    from unnest($3::text[], $4::text[], $5::text[], $6::text[]) as asked (id, name, email, language)
   where exists (select from users where users.id = $1 and removed_at is null)
     and not exists (select from contacts_off where user_id = $1)
   order by lower(email)
  on conflict (user_id, address) do update
    set name = excluded.name, email = excluded.email, last_used_at = excluded.last_used_at,
        language = coalesce(excluded.language, contacts.language)`

const PRUNE = `
  delete from contacts where id in (
    select id from contacts where user_id = $1 ${NEWEST} offset ${MAX_CONTACTS} for update skip locked)`

const FORGET_ALL = query<{ count: number }>(
  `with gone as (delete from contacts returning id) select count(*)::int as count from gone`
)

/** Whom a member has asked to sign, in the entered environment. Each query is about one member, so that nobody gets another's. */
export const Contacts = {
  /** Part of a batch that asks them. The one that comes last wins where an address comes twice. */
  remembering(
    { id: userId }: Person,
    people: readonly ContactWords[],
    environment: Environment
  ): Statement[] {
    const each = [...new Map(people.map((one) => [one.email.toLowerCase(), one])).values()]
    const values = [
      ...[userId, clock.now()],
      each.map(() => newId('con', environment)),
      each.map(({ name }) => name),
      each.map(({ email }) => email),
      each.map(({ language }) => language),
    ]
    return [
      { text: REMEMBER, values },
      { text: PRUNE, values: [userId] },
    ]
  },

  /** For completion: those used last. @param typed  a part of a name or an address */
  matching({ id }: Person, typed: string, limit: number): Query<ContactRow> {
    const text = `select ${COLUMNS} from contacts where ${FOUND} ${NEWEST} limit ${limit}`
    return query<ContactRow>(text, [id, wordsIn(typed)])
  },

  /** A page of the list, and one more where there are others. @param page  from one */
  page({ id }: Person, typed: string, page: number): Query<ContactRow & { total: number }> {
    const from = (page - 1) * ON_A_PAGE
    const text = `select ${COLUMNS}, count(*) over ()::int as total from contacts
      where ${FOUND} ${NEWEST} limit ${ON_A_PAGE + 1} offset ${from}`
    return query<ContactRow & { total: number }>(text, [id, wordsIn(typed)])
  },

  /** Of the rows of a page: what it shows, and whether there are others. */
  shown<Row>(rows: readonly Row[]): { rows: Row[]; hasMore: boolean } {
    return { rows: rows.slice(0, ON_A_PAGE), hasMore: rows.length > ON_A_PAGE }
  },

  one({ id: userId }: Person, id: string): Query<ContactRow> {
    const text = `select ${COLUMNS} from contacts where user_id = $1 and id = $2`
    return query<ContactRow>(text, [userId, id])
  },

  isOff({ id }: Person): Query<RowOf<'contacts_off', 'user_id'>> {
    return query('select user_id from contacts_off where user_id = $1', [id])
  },

  /** Known is the address of another contact of theirs; gone is also another's. */
  async change(
    { id: userId }: Person,
    id: string,
    words: ContactWords
  ): Promise<'changed' | 'known' | 'gone'> {
    const { name, email, language } = words
    const text = `update contacts set name = $3, email = $4, address = lower($4), language = $5
      where user_id = $1 and id = $2 returning id`
    try {
      const [changed] = await CurrentTenant.batch([
        { text, values: [userId, id, name, email, language] },
      ])
      return changed.length > 0 ? 'changed' : 'gone'
    } catch (error) {
      if (!isUniqueViolation(error)) throw error
      return 'known'
    }
  },

  /** @returns false where it is another's, or gone */
  async forget({ id: userId }: Person, id: string): Promise<boolean> {
    const text = 'delete from contacts where user_id = $1 and id = $2 returning id'
    const [gone] = await CurrentTenant.batch([{ text, values: [userId, id] }])
    return gone.length > 0
  },

  async forgetAll({ id }: Person): Promise<void> {
    const text = 'delete from contacts where user_id = $1'
    await CurrentTenant.batch([{ text, values: [id] }])
  },

  /** From now on; those who are remembered stay. */
  async turn({ id }: Person, isOn: boolean): Promise<void> {
    const on = 'delete from contacts_off where user_id = $1'
    const off = 'insert into contacts_off (user_id) values ($1) on conflict do nothing'
    await CurrentTenant.batch([{ text: isOn ? on : off, values: [id] }])
  },

  /** By how many members an address is remembered. */
  counting(email: string): Query<{ contacts: number }> {
    const text = 'select count(*)::int as contacts from contacts where address = lower($1)'
    return query(text, [email])
  },

  /** Part of a batch: one address, of one member. */
  forgettingOf({ id }: Person, email: string): Statement {
    const text = 'delete from contacts where user_id = $1 and address = lower($2)'
    return { text, values: [id, email] }
  },

  /** For all members: the person is erased. */
  forgetting(email: string): Query<{ id: string }> {
    return query('delete from contacts where address = lower($1) returning id', [email])
  },

  /** The same of contacts that came back with an earlier database. */
  forgettingAgain(ids: readonly string[]): Query<{ id: string }> {
    return query('delete from contacts where id = any ($1) returning id', [ids])
  },

  /** The environment begins anew. Whether somebody wants to be remembered for stays. @returns how many there were */
  async forgetEverybodys(): Promise<number> {
    const [[{ count }]] = await CurrentTenant.batch([FORGET_ALL])
    return count
  },
}

/** Patterns, one for each word. */
function wordsIn(typed: string): string[] {
  const plain = typed.normalize('NFKD').replaceAll(/[\u0300-\u036f]+/g, '')
  return plain.split(/\s+/).filter(Boolean).map(anywhere)
}
