-- A cell: what all tenants of one database share. They may add to it and finish their own work; only the relay reads it.

create table ledger (
  schema_name  text not null,
  template     text not null check (template in ('platform', 'cell', 'account', 'environment')),
  version      int  not null,
  migrated_at  timestamptz(3) not null default now(),
  primary key (schema_name)
);

create table outbox (
  id           text collate "C" primary key default replace(gen_random_uuid()::text, '-', ''),
  scope        name not null default current_user,
  kind         text not null,
  lane         text collate "C" not null default '',
  ref          text not null,
  due_at       timestamptz(3) not null default clock_timestamp(),
  tries        int not null default 0,
  fence        int not null default 0,
  lease_until  timestamptz(3),
  created_at   timestamptz(3) not null default clock_timestamp()
) with (autovacuum_vacuum_scale_factor = 0.01, fillfactor = 80);

create index outbox_due   on outbox (kind, due_at) where lease_until is null;
create index outbox_lanes on outbox (kind, scope, lane, due_at) where lease_until is null;
create index outbox_leases on outbox (lease_until) where lease_until is not null;

-- The work of a tenant is finished or put off only in the name of the role that owns it, and only under the lease that was given.
-- current_setting('role') is the unit's role; set_config and SET are not to be had inside a unit, so it cannot be forged.
create function finish(work_id text, work_fence int) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from cell.outbox
   where id = work_id and fence = work_fence and scope = current_setting('role')::name and lease_until is not null;
  if not found then
    raise exception 'the lease on % is lost', work_id using errcode = 'CS001';
  end if;
end $$;

create function put_off(work_id text, work_fence int, until timestamptz) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update cell.outbox set due_at = until, lease_until = null, tries = tries + 1
   where id = work_id and fence = work_fence and scope = current_setting('role')::name and lease_until is not null;
  if not found then
    raise exception 'the lease on % is lost', work_id using errcode = 'CS001';
  end if;
end $$;

-- Asked before an effect: a job that waited too long in Redis, or whose worker was frozen, must not begin.
create function hold(work_id text, work_fence int) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform from cell.outbox
   where id = work_id and fence = work_fence and scope = current_setting('role')::name and lease_until is not null;
  if not found then
    raise exception 'the lease on % is lost', work_id using errcode = 'CS001';
  end if;
end $$;

-- Every link of every live audit chain, once more, where no tenant can read or change it.
create table chain_log (
  position  bigint generated always as identity primary key,
  scope     name not null default current_user,
  chain     text collate "C" not null,
  sequence  int  not null,
  hash      text not null,
  logged_at timestamptz(3) not null default clock_timestamp(),
  unique (scope, chain, sequence)
);

create table checkpoints (
  number        int primary key,
  first_position bigint not null,
  last_position  bigint not null,
  leaves        int  not null,
  root          text not null,
  previous_root text,
  signature     text not null,
  key_id        text not null,
  time_stamp    bytea,
  created_at    timestamptz(3) not null
);

create table ticks (
  name      text primary key,
  due_at    timestamptz(3) not null default now(),
  lease_until timestamptz(3),
  holder    text
);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% on %.% is refused: its rows can only be added', tg_op, tg_table_schema, tg_table_name using errcode = 'CS002';
end $$;

-- An entry must continue its chain: the next sequence, and the hash of the one before.
create function continue_chain() returns trigger language plpgsql as $$
declare
  last_sequence int;
  last_hash text;
begin
  execute format('select sequence, hash from %I.%I where chain = $1 order by sequence desc limit 1', tg_table_schema, tg_table_name)
    into last_sequence, last_hash using new.chain;
  if new.sequence <> coalesce(last_sequence, 0) + 1 or new.prev_hash is distinct from last_hash then
    raise exception 'entry % does not continue the chain %', new.sequence, new.chain using errcode = 'CS003';
  end if;
  return new;
end $$;

create trigger chain_log_kept before update or delete on chain_log for each row execute function refuse_change();
create trigger chain_log_kept_whole before truncate on chain_log for each statement execute function refuse_change();
alter table chain_log enable always trigger chain_log_kept;
alter table chain_log enable always trigger chain_log_kept_whole;

grant usage on schema cell to ${tenant}, ${relay};
grant insert (kind, lane, ref, due_at) on outbox to ${tenant};
grant insert (chain, sequence, hash) on chain_log to ${tenant};
grant select, insert, update, delete on outbox, ticks to ${relay};
grant select on chain_log to ${relay};
grant select, insert on checkpoints to ${relay};
revoke execute on function hold(text, int), finish(text, int), put_off(text, int, timestamptz), refuse_change(), continue_chain() from public;
grant execute on function hold(text, int), finish(text, int), put_off(text, int, timestamptz) to ${tenant};
