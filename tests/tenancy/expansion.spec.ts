import { test } from '@japa/runner'
import { Cell } from '#app/tenancy/cell'
import { contractionsOf } from '#tests/support/contractions'
import { digestsNow, LastRelease } from '#tests/support/last_release'
import { catalogueOf } from '#tests/support/schema_catalogue'
import { asSuperuser } from '#tests/support/superuser'
import { upgradedSchemas } from '#tests/support/upgraded_schemas'
import { JUDGED_CONTRACTIONS } from './judged_contractions.js'

const SCHEMA = 'expansion'
const TABLES = `
  create table parcels (
    id text primary key, label text not null, weight int default 1, kind text check (kind in ('box', 'bag')), note varchar(20));
  create table senders (id text primary key, name text);
  create unique index parcels_labels on parcels (label);
  create view heavy as select id from parcels where weight > 10;
  create function weigh(parcel text) returns int language sql as 'select 1';
  grant select on parcels to public;`

/** What a migration does, and what is said of it. */
const CONTRACTIONS: Record<string, string> = {
  'alter table parcels drop column note': 'parcels.note is gone',
  'alter table parcels rename note to remark': 'parcels.note is gone',
  'alter table parcels rename to boxes': 'parcels.label is gone',
  'alter table parcels alter note type varchar(10)':
    'parcels.note was character varying(20) and is character varying(10)',
  'alter table parcels alter note set not null': 'parcels.note must not be null any more',
  'alter table parcels alter label drop not null': 'parcels.label may be null now',
  'alter table parcels alter weight drop default':
    'parcels.weight was filled with 1 and is with nothing',
  'alter table parcels add colour text not null':
    'parcels.colour is new, and an insert has to fill it in',
  'alter table parcels add constraint light check (weight < 9)':
    'parcels light is a new check CHECK ((weight < 9))',
  'alter table parcels add constraint sent foreign key (note) references senders':
    'parcels sent is a new reference FOREIGN KEY (note) REFERENCES senders(id)',
  'create unique index senders_names on senders (name)':
    'senders senders_names is a new unique btree (name)',
  'drop index parcels_labels': 'parcels parcels_labels is gone',
  'alter table senders enable row level security': 'senders row security is a new row security',
  'revoke select on parcels from public': 'relation parcels: select to public: is gone',
  'grant insert on parcels to public': 'relation parcels: insert to public: is new, for everybody',
  'drop function weigh(text)': 'function weigh(parcel text) returns integer: is gone',
  "create or replace function weigh(parcel text) returns int language sql as 'select 2'":
    'function weigh(parcel text) returns integer: does something else',
  "alter table parcels drop constraint parcels_kind_check, add constraint parcels_kind_check check (kind in ('box', 'tube'))":
    "parcels parcels_kind_check was CHECK ((kind = ANY (ARRAY['box'::text, 'bag'::text]))) and is CHECK ((kind = ANY (ARRAY['box'::text, 'tube'::text])))",
}

/** What the older release need not know of. */
const EXPANSIONS = [
  'create table pallets (id text primary key, parcel_id text not null references parcels)',
  'alter table parcels add colour text check (length(colour) < 9)',
  'alter table parcels add colour text unique',
  "alter table parcels add colour text not null default 'red'",
  "alter table parcels drop constraint parcels_kind_check, add constraint parcels_kind_check check (kind in ('box', 'bag', 'tube'))",
  'alter table parcels drop constraint parcels_kind_check',
  'create index parcels_weights on parcels (weight)',
  'grant select on parcels to pg_monitor',
]

test.group('The SQL of the last release', () => {
  test('is in this one, unchanged', async ({ assert }) => {
    const { digests } = await LastRelease.read()
    assert.isNotEmpty(Object.keys(digests))
    assert.containsSubset(await digestsNow(), digests)
  })
})

test.group('Migrations since the last release', () => {
  test('take nothing away that it uses: it works on with the new schema', async ({
    assert,
    cleanup,
  }) => {
    const upgraded = await upgradedSchemas(await LastRelease.read(), cleanup)
    const found = upgraded.flatMap(({ kind, before, after }) =>
      contractionsOf(before, after).map((line) => `${kind}: ${line}`)
    )
    assert.sameMembers([...new Set(found)], Object.keys(JUDGED_CONTRACTIONS))
  })
})

test.group('What an older release would trip over', () => {
  /** @returns the lines about each statement, which runs alone */
  const linesOf = (statements: readonly string[]) =>
    asSuperuser(Cell.named('main').database, async (superuser) => {
      await superuser.query(`begin; create schema ${SCHEMA}; set local search_path = ${SCHEMA}`)
      await superuser.query(TABLES)
      const before = await catalogueOf(superuser, SCHEMA)
      const found: string[][] = []
      for (const statement of statements) {
        await superuser.query(`savepoint clean; ${statement}`)
        found.push(contractionsOf(before, await catalogueOf(superuser, SCHEMA)))
        await superuser.query('rollback to clean')
      }
      await superuser.query('rollback')
      return found
    })

  test('is named', async ({ assert }) => {
    const found = await linesOf(Object.keys(CONTRACTIONS))
    for (const [index, [statement, line]] of Object.entries(CONTRACTIONS).entries())
      assert.include(found[index], line, statement)
  })

  test('is nothing that only adds', async ({ assert }) => {
    const found = await linesOf(EXPANSIONS)
    for (const [index, statement] of EXPANSIONS.entries()) assert.isEmpty(found[index], statement)
  })
})
