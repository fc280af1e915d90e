import { DatabaseSync } from 'node:sqlite'

const SCHEMA = `
  create table if not exists transactions (
    id text primary key, address text not null, price text not null, contract text not null unique,
    document_id text, status text not null default 'sending', sequence integer not null default 0,
    problem text, sealed blob, created_at text not null
  );
  create table if not exists parties (
    transaction_id text not null references transactions (id), role text not null, place integer not null,
    name text not null, email text not null, status text not null default 'waiting', at text,
    primary key (transaction_id, role)
  );
  create table if not exists news (
    id text primary key, transaction_id text not null references transactions (id), event text not null,
    sequence integer not null, at text not null, who text, came_by text not null
  );
  create table if not exists place_in_events (only integer primary key check (only = 1), cursor text not null);`

/** How far a party has come: news that is late never takes one back. */
const STEPS = ['waiting', 'undelivered', 'viewed', 'signed', 'declined']
const STEP_OF = {
  'document.delivery_failed': 'undelivered',
  'document.viewed': 'viewed',
  'document.signed': 'signed',
  'document.declined': 'declined',
}

/** Everything this app remembers, in one file of SQLite. */
export class Store {
  constructor(file) {
    this.db = new DatabaseSync(file)
    this.db.exec('pragma journal_mode = wal; pragma foreign_keys = on;')
    this.db.exec(SCHEMA)
  }

  add({ id, contract, address, price, parties }) {
    this.#atomically(() => {
      this.#run(
        'insert into transactions (id, contract, address, price, created_at) values (?, ?, ?, ?, ?)',
        id,
        contract,
        address,
        price,
        new Date().toISOString()
      )
      parties.forEach(({ role, name, email }, index) =>
        this.#run(
          'insert into parties (transaction_id, role, place, name, email) values (?, ?, ?, ?, ?)',
          id,
          role,
          index + 1,
          name,
          email
        )
      )
    })
  }

  /** A webhook may have told of it before the answer to sending did. */
  sent(id, documentId) {
    this.#run(
      `update transactions set document_id = ?, status = iif(status = 'sending', 'pending', status), problem = null where id = ?`,
      documentId,
      id
    )
  }

  refused(id, problem) {
    this.#run(
      `update transactions set status = 'refused', problem = ? where id = ? and status = 'sending'`,
      problem,
      id
    )
  }

  keepSealed(id, pdf) {
    this.#run('update transactions set sealed = ? where id = ?', pdf, id)
  }

  /**
   * Takes in an event, whichever way it came. The same one counts once. One that is late adds what it knows of a party, and leaves the
   * status to those that come after it in the document's own order.
   *
   * @returns the id of the transaction that it changed; null where it changed none
   */
  takeIn({ event, data }, cameBy) {
    const id = data.metadata?.transaction
    const transaction = id && this.#get('select sequence from transactions where id = ?', id)
    if (!transaction) return null
    return this.#atomically(() => {
      const { changes } = this.#run(
        'insert or ignore into news values (?, ?, ?, ?, ?, ?, ?)',
        data.id,
        id,
        event,
        data.sequence,
        data.occurredAt,
        data.signer?.name ?? null,
        cameBy
      )
      if (changes === 0) return null
      this.#run(
        'update transactions set document_id = ?, status = ?, sequence = ? where id = ? and sequence < ?',
        data.documentId,
        data.status,
        data.sequence,
        id,
        data.sequence
      )
      this.#advance(id, data.signer?.key, STEP_OF[event], data.occurredAt)
      return id
    })
  }

  #advance(id, role, step, at) {
    if (!role || !step) return
    const party = this.#get(
      'select status from parties where transaction_id = ? and role = ?',
      id,
      role
    )
    if (!party || STEPS.indexOf(step) <= STEPS.indexOf(party.status)) return
    this.#run(
      'update parties set status = ?, at = ? where transaction_id = ? and role = ?',
      step,
      at,
      id,
      role
    )
  }

  get cursor() {
    return this.#get('select cursor from place_in_events')?.cursor
  }

  set cursor(cursor) {
    this.#run(
      'insert into place_in_events values (1, ?) on conflict do update set cursor = excluded.cursor',
      cursor
    )
  }

  all() {
    return this.#all(
      `select t.id, address, price, t.status, (select count(*) from parties p where p.transaction_id = t.id and p.status = 'signed') as signed
         from transactions t order by created_at desc`
    )
  }

  find(id) {
    const transaction = this.#get(
      'select id, contract, document_id, address, price, status, problem, created_at, sealed is not null as is_sealed from transactions where id = ?',
      id
    )
    if (!transaction) return null
    const parties = this.#all('select * from parties where transaction_id = ? order by place', id)
    const news = this.#all('select * from news where transaction_id = ? order by sequence desc', id)
    return { ...transaction, is_sealed: transaction.is_sealed === 1, parties, news }
  }

  ofContract(contract) {
    const row = this.#get('select id from transactions where contract = ?', contract)
    return row ? this.find(row.id) : null
  }

  sealed(id) {
    return this.#get('select sealed from transactions where id = ?', id)?.sealed ?? null
  }

  unsent() {
    return this.#all(`select id from transactions where status = 'sending'`).map(({ id }) => id)
  }

  unfetched() {
    return this.#all(
      `select id from transactions where status = 'completed' and sealed is null`
    ).map(({ id }) => id)
  }

  #get(sql, ...values) {
    return this.db.prepare(sql).get(...values)
  }

  #all(sql, ...values) {
    return this.db.prepare(sql).all(...values)
  }

  #run(sql, ...values) {
    return this.db.prepare(sql).run(...values)
  }

  #atomically(work) {
    this.db.exec('begin immediate')
    try {
      const result = work()
      this.db.exec('commit')
      return result
    } catch (error) {
      this.db.exec('rollback')
      throw error
    }
  }
}
