/** One statement that an attacker managed to have sent inside the unit of a tenant; names in braces are places. */
export interface Attack {
  name: string
  statement: string
  /** The SQLSTATE with which PostgreSQL refuses it; `null` when it may answer, as long as the answer holds no secret. */
  refusal: string | null
}

/** Codes of PostgreSQL. */
const DENIED = '42501'
const NO_FUNCTION = '42883'
const SYNTAX = '42601'
const LEASE_LOST = 'CS001'

interface Place {
  name: string
  table: string
  column: string
}

const PLACES: readonly Place[] = [
  { name: 'another tenant’s account', table: '{their_account}.brand', column: 'name' },
  { name: 'another tenant’s documents', table: '{them}.events', column: 'body' },
  { name: 'another tenant’s sandbox', table: '{their_sandbox}.events', column: 'body' },
  { name: 'the platform', table: 'platform.tenants', column: 'name' },
  { name: 'the outbox', table: 'cell.outbox', column: 'ref' },
  { name: 'the chain log', table: 'cell.chain_log', column: 'hash' },
  { name: 'the ledger', table: 'cell.ledger', column: 'schema_name' },
  { name: 'the scheduled jobs', table: 'cell.ticks', column: 'name' },
]

const SANDBOX: Place = { name: 'its own sandbox', table: '{sandbox}.events', column: 'body' }

const LIVE: readonly Place[] = [
  { name: 'its own live documents', table: '{own}.events', column: 'body' },
  { name: 'the sessions of its account', table: '{own_account}.sessions', column: 'token_sha256' },
  { name: 'the usage of its account', table: '{own_account}.usage_months', column: 'month' },
]

const WAYS: Record<string, (place: Place) => string> = {
  'reads': ({ table, column }) => `select ${column} from ${table}`,
  'reads by union': ({ table, column }) =>
    `select name from brand union all select ${column} from ${table}`,
  'reads by subquery': ({ table, column }) =>
    `select (select ${column} from ${table} limit 1) from brand`,
  'reads by a common table': ({ table, column }) =>
    `with x as (select ${column} as y from ${table}) select y from x`,
  'guesses by existence': ({ table, column }) =>
    `select 1 from brand where exists (select 1 from ${table} where ${column} like 'w%')`,
  'guesses by an error': ({ table, column }) =>
    `select 1 / (select count(*)::int from ${table} where ${column} is null) from brand`,
  'locks the rows of': ({ table }) => `select 1 from ${table} for update`,
  'reads as XML': ({ table, column }) =>
    `select query_to_xml('select ${column} from ${table}', true, true, '')`,
  'reads as a table of XML': ({ table }) =>
    `select table_to_xml('${table}'::regclass, true, true, '')`,
  'reads as text statistics': ({ table, column }) =>
    `select * from ts_stat('select to_tsvector(${column}) from ${table}')`,
  'reads as rewritten queries': ({ table, column }) =>
    `select ts_rewrite('a'::tsquery, 'select to_tsquery(''a''), plainto_tsquery(${column}) from ${table}')`,
  'reads by tuple of': ({ table }) => `select currtid2('${table}', '(0,1)'::tid)`,
  'copies rows out of': ({ table, column }) =>
    `insert into events (id, position, name, body, created_at) select 'x', 9, 'x', ${column}, now() from ${table}`,
  'changes': ({ table, column }) => `update ${table} set ${column} = 'stolen'`,
  'deletes from': ({ table }) => `delete from ${table}`,
  'deletes through a common table from': ({ table }) =>
    `with gone as (delete from ${table} returning 1) select 1 from gone`,
  'merges into': ({ table, column }) =>
    `with x as (select 1) merge into ${table} using x on true when matched then update set ${column} = 'stolen'`,
  'truncates': ({ table }) => `truncate ${table}`,
  'copies out': ({ table }) => `copy ${table} to stdout`,
  'copies a query out of': ({ table, column }) => `copy (select ${column} from ${table}) to stdout`,
  'explains': ({ table, column }) => `explain analyze select ${column} from ${table}`,
  'declares a cursor over': ({ table, column }) =>
    `declare stolen cursor for select ${column} from ${table}`,
  'locks': ({ table }) => `lock table ${table} in access share mode`,
}

function everyWay(places: readonly Place[]): Attack[] {
  return places.flatMap((place) =>
    Object.entries(WAYS).map(([way, statement]) => ({
      name: `${way} ${place.name}`,
      statement: statement(place),
      refusal: DENIED,
    }))
  )
}

type Listed = readonly [name: string, statement: string, refusal?: string | null]
const listed = (attacks: readonly Listed[]): Attack[] =>
  attacks.map(([name, statement, refusal = DENIED]) => ({ name, statement, refusal }))

const BECOMING_ANOTHER = listed([
  ['switches the role by set_config', `select set_config('role', '{them}', true)`],
  ['switches the role for the session', `select set_config('role', '{them}', false)`],
  [
    'switches the role and reads in one',
    `select set_config('role', '{them}', true) || query_to_xml('select body from {them}.events', true, true, '')::text`,
  ],
  [
    'switches the role in a condition',
    `select name from brand where set_config('role', '{them}', true) is not null`,
  ],
  [
    'switches the role from within XML',
    `select query_to_xml('select set_config(''role'', ''{them}'', true)', true, true, '')`,
  ],
  [
    'sets the role from within XML',
    `select query_to_xml('set role {them}', true, true, '')`,
    '0A000',
  ],
  [
    'sets the role from within text statistics',
    `select * from ts_stat('set role {them}')`,
    '42P11',
  ],
  ['switches the search path', `select set_config('search_path', '{them}', true)`],
  [
    'switches the session’s login',
    `select set_config('session_authorization', '{migrator}', true)`,
  ],
  [
    'updates the view of settings',
    `update pg_settings set setting = '{them}' where name = 'search_path'`,
  ],
  ['runs a DO block', `do $$ begin perform 1; end $$`],
  ['runs a DO block of SQL', `do language sql $$ select 1 $$`, '0A000'],
  [
    'makes a definer function',
    `create function stolen() returns text language sql security definer as $$ select 1::text $$`,
  ],
  [
    'makes a definer function elsewhere',
    `create function cell.stolen() returns text language sql security definer as $$ select 1::text $$`,
  ],
  [
    'makes a temporary function',
    `create function pg_temp.stolen() returns text language sql as $$ select 1::text $$`,
  ],
  ['grants itself another tenant', `grant {them} to {own}`],
  ['makes a role', `create role stolen`],
  ['changes the password of the login', `alter role {app} password 'stolen'`],
  [
    'changes the rights of new objects of others',
    `alter default privileges for role {migrator} grant select on tables to {own}`,
  ],
  ['changes a setting of the database', `alter database {database} set search_path = 'x'`],
  ['changes a setting of the server', `alter system set log_statement = 'all'`, '25001'],
  ['loads a library', `load '/tmp/stolen.so'`],
  ['makes an extension', `create extension if not exists plpgsql_check`, null],
  ['calls dblink', `select dblink_connect('dbname=postgres')`, NO_FUNCTION],
])

const LEAVING_THINGS_BEHIND = listed([
  ['makes a temporary table', `create temp table stolen (x int)`],
  ['makes a temporary table from a query', `create temp table stolen as select 1`],
  ['selects into a temporary table', `select 1 as x into temp stolen`],
  ['selects into a table', `select 1 as x into stolen`],
  ['selects into a table of the cell', `select 1 as x into cell.stolen`],
  ['makes a table', `create table stolen (x int)`],
  ['makes a view over another tenant', `create view stolen as select * from {them}.events`],
  ['makes a rule', `create rule stolen as on insert to events do instead nothing`],
  [
    'makes a trigger',
    `create trigger stolen before insert on events for each row execute function cell.refuse_change()`,
  ],
  ['makes a schema', `create schema stolen`],
  ['switches off the trail’s triggers', `alter table audit_entries disable trigger all`],
  ['owns a table', `alter table events owner to {own}`],
  ['takes a lock of the session', `select pg_advisory_lock(1)`],
  ['takes a lock of the session by two numbers', `select pg_advisory_lock(1, 2)`],
  ['takes a shared lock of the session', `select pg_advisory_lock_shared(1)`],
  ['tries a lock of the session', `select pg_try_advisory_lock(1)`],
  ['tries a shared lock of the session', `select pg_try_advisory_lock_shared(1, 2)`],
  ['takes a lock that others wait for', `select pg_advisory_xact_lock(1)`],
  ['makes a large object', `select lo_create(0)`],
  ['makes a large object the old way', `select lo_creat(-1)`],
  ['makes a large object of bytes', `select lo_from_bytea(0, 'x')`],
  ['notifies', `select pg_notify('stolen', 'x')`],
])

const READING_THE_MACHINE = listed([
  ['reads a large object', `select lo_get({object})`],
  ['opens a large object', `select loread(lo_open({object}, 262144), 100)`],
  ['overwrites a large object', `select lo_put({object}, 0, 'stolen')`],
  ['unlinks a large object', `select lo_unlink({object})`],
  ['reads all large objects', `select * from pg_largeobject`],
  ['imports a file as a large object', `select lo_import('/etc/passwd')`],
  ['exports a large object', `select lo_export({object}, '/tmp/stolen')`],
  ['reads a file', `select pg_read_file('/etc/passwd')`],
  ['reads a file’s bytes', `select pg_read_binary_file('/etc/passwd')`],
  ['reads the state of a file', `select pg_stat_file('/etc/passwd')`],
  ['lists a folder', `select pg_ls_dir('/')`],
  ['lists the logs', `select * from pg_ls_logdir()`],
  ['copies in from a program', `copy events from program 'cat /etc/passwd'`],
  ['copies out to a program', `copy brand to program 'cat'`],
  ['copies in from a file', `copy events from '/etc/passwd'`],
  ['copies out to a file', `copy brand to '/tmp/stolen'`],
  [
    'reads XML with a file in it',
    `select xmlparse(document '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>')::text`,
    null,
  ],
  ['reads password hashes', `select rolpassword from pg_authid`],
  ['reads password hashes by another name', `select passwd from pg_shadow`],
  ['reads the rules of access', `select * from pg_hba_file_rules`],
  ['reads the server’s files of settings', `select * from pg_file_settings`],
  ['ends the session of another', `select pg_terminate_backend(pid) from (select {pid} as pid) x`],
  ['ends every session that it can see', `select pg_terminate_backend(pid) from pg_stat_activity`],
  ['interrupts another', `select pg_cancel_backend({their_pid})`],
  ['reloads the settings', `select pg_reload_conf()`],
  ['makes a restore point', `select pg_create_restore_point('x')`],
  [
    'makes a slot of replication',
    `select pg_create_logical_replication_slot('stolen', 'test_decoding')`,
  ],
])

const READING_THE_CATALOGUE = listed([
  ['reads the statements of others', `select query from pg_stat_activity`],
  [
    'reads the statements of others by number',
    `select pg_stat_get_backend_activity(s) from generate_series(1, 100) s`,
  ],
  [
    'counts the rows of others by statistics',
    `select n_live_tup from pg_stat_user_tables where schemaname = '{them}'`,
  ],
  [
    'counts the rows of others by estimate',
    `select reltuples from pg_class where relname = 'events'`,
  ],
  ['reads every column of the catalogue of tables', `select * from pg_class`],
  [
    'measures the tables of others',
    `select pg_relation_size(oid) from pg_class where relname = 'events'`,
  ],
  [
    'measures the tables of others whole',
    `select pg_total_relation_size(oid) from pg_class where relname = 'events'`,
  ],
  ['watches the locks of others', `select * from pg_locks`],
  [
    'reads samples of the values of others',
    `select most_common_vals, histogram_bounds from pg_stats where schemaname in ('{them}', '{their_account}', '{sandbox}', 'cell', 'platform')`,
    null,
  ],
  ['reads raw samples of values', `select stavalues1 from pg_statistic`],
  ['reads prepared statements', `select statement from pg_prepared_statements`, null],
  ['reads open cursors', `select statement from pg_cursors where name <> ''`, null],
  ['reads the whole database as XML', `select database_to_xml(true, true, '')`, null],
  ['reads a schema as XML', `select schema_to_xml('{them}', true, true, '')`],
  [
    'reads columns by the standard’s views',
    `select column_name from information_schema.columns where table_schema in ('{them}', '{their_account}', 'platform')`,
    null,
  ],
])

const FORGING_WORK = listed([
  [
    'asks for work in another’s name',
    `insert into cell.outbox (scope, kind, ref) values ('{them}', 'stolen', 'x')`,
  ],
  [
    'chooses the id of its work',
    `insert into cell.outbox (id, kind, ref) values ('{their_work}', 'stolen', 'x')`,
  ],
  [
    'leases its own work',
    `insert into cell.outbox (kind, ref, lease_until) values ('stolen', 'x', 'infinity')`,
  ],
  [
    'reads back the work it asks for',
    `insert into cell.outbox (kind, ref) values ('stolen', 'x') returning id`,
  ],
  [
    'overwrites work by conflict',
    `insert into cell.outbox (kind, ref) values ('stolen', 'x') on conflict (id) do update set ref = 'x'`,
  ],
  ['finishes another tenant’s work', `select cell.finish('{their_work}', 1)`, LEASE_LOST],
  ['finishes its sandbox’s work', `select cell.finish('{sandbox_work}', 1)`, LEASE_LOST],
  [
    'finishes work of both in a bundle',
    `select cell.finish_all(array['{their_work}', '{sandbox_work}'], array[1, 1])`,
    LEASE_LOST,
  ],
  [
    'asks for another tenant’s leases',
    `select cell.hold_all(array['{their_work}'], array[1])`,
    LEASE_LOST,
  ],
  [
    'puts off another tenant’s work',
    `select cell.put_off('{their_work}', 1, 'infinity')`,
    LEASE_LOST,
  ],
  ['calls the triggers’ functions', `select cell.refuse_change()`],
  [
    'logs a link in another’s name',
    `insert into cell.chain_log (scope, chain, sequence, hash) values ('{them}', 'doc', 2, 'x')`,
  ],
  [
    'chooses the position of a link',
    `insert into cell.chain_log (position, chain, sequence, hash) overriding system value values (1, 'doc', 1, 'x')`,
  ],
  [
    'reads back a link',
    `insert into cell.chain_log (chain, sequence, hash) values ('doc', 1, 'x') returning position`,
  ],
  ['sets the log’s sequence back', `select setval('cell.chain_log_position_seq', 1)`],
  ['takes from the log’s sequence', `select nextval('cell.chain_log_position_seq')`],
  ['reads the log’s sequence', `select last_value from cell.chain_log_position_seq`],
  ['changes its own trail', `update audit_entries set body = 'x'`],
  ['deletes its own trail', `delete from audit_entries`],
  ['adds a checkpoint', `insert into cell.checkpoints (number) values (1)`],
])

const STACKING = listed([
  [
    'stacks a reset and a read',
    `select name from brand; reset role; set role {them}; select body from {them}.events`,
    SYNTAX,
  ],
  ['stacks a commit', `select name from brand; commit; set role {them}`, SYNTAX],
  ['stacks a rollback', `select name from brand; rollback`, SYNTAX],
  ['stacks after a comment', `select name from brand --\n; select 2`, SYNTAX],
  [
    'stacks the preamble of another',
    `select 1; commit; begin; set local role {them}; select body from {them}.events`,
    SYNTAX,
  ],
])

/** From the live side of one tenant. */
export const ATTACKS: readonly Attack[] = [
  ...everyWay([...PLACES, SANDBOX]),
  ...BECOMING_ANOTHER,
  ...LEAVING_THINGS_BEHIND,
  ...READING_THE_MACHINE,
  ...READING_THE_CATALOGUE,
  ...FORGING_WORK,
  ...STACKING,
]

/** From its sandbox. */
export const ATTACKS_FROM_SANDBOX: readonly Attack[] = [
  ...everyWay([...PLACES, ...LIVE]),
  ...BECOMING_ANOTHER,
  ...FORGING_WORK.filter(({ name }) => !name.includes('sandbox')),
  ...listed([
    ['changes a user of its account', `update users set role = 'owner'`],
    ['adds a user to its account', `insert into users (id) values ('x')`],
    ['revokes a key of its account', `update api_keys set revoked_at = now()`],
    ['changes the brand of its account', `update brand set name = 'x'`],
    ['changes where its account stands', `update standing set plan_key = 'enterprise'`],
    ['reads who did what in its account', `select value from security_values`],
    ['moves the end of its account’s chain', `update chain_head set sequence = 1000`],
    ['changes the end of its account’s chain', `update chain_head set hash = 'deadbeef'`],
    ['removes the end of its account’s chain', `delete from chain_head`],
    ['reads password hashes of its account', `select password_hash from users`],
    ['reads whole rows of its people', `select users from users`],
    ['calls what moves the end of the chain', `select {own_account}.move_chain_head()`],
  ]),
]

/** Statements that PostgreSQL itself would carry out: nothing but the guard keeps them off the connection. */
export const CONTROLS: readonly string[] = [
  'set role {them}',
  'set local role {them}',
  'set local role none',
  'reset role',
  'reset all',
  'set search_path = {them}',
  'set session authorization default',
  'commit',
  'rollback',
  'COMMIT',
  'ROLLBACK',
  'COMMIT;',
  'ROLLBACK;',
  'end',
  'abort',
  'begin',
  'savepoint trx1',
  'SAVEPOINT trx1;',
  'listen stolen',
  `notify stolen, 'x'`,
  'prepare stolen as select 1',
  'lock table events',
  'explain select 1',
  'table brand',
  'show role',
  'discard plans',
  'checkpoint',
  'BEGIN;SET LOCAL ROLE {them};SET LOCAL search_path={them},{their_account},pg_temp',
]
