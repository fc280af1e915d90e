-- What happened to documents, which nobody changes, and the keys that seal them.

create table audit_entries (
  chain      text collate "C" not null,
  sequence   int  not null check (sequence > 0),
  id         text collate "C" not null unique,
  action     text not null,
  at         timestamptz(3) not null,
  body       text not null,
  prev_hash  text,
  hash       text not null,
  primary key (chain, sequence)
);
create table personal_values (
  entry_id text collate "C" not null references audit_entries (id),
  field    text not null,
  salt     bytea not null,
  value    text not null,
  primary key (entry_id, field)
);

create table seal_keys (
  id          text collate "C" primary key,
  certificate bytea not null,
  chain       bytea[] not null,
  private_key bytea not null,
  created_at  timestamptz(3) not null,
  expires_at  timestamptz(3) not null
);

create trigger audit_entries_continue before insert on audit_entries for each row execute function cell.continue_chain();
create trigger audit_entries_kept before update or delete on audit_entries for each row execute function cell.refuse_change();
create trigger audit_entries_kept_whole before truncate on audit_entries for each statement execute function cell.refuse_change();
alter table audit_entries
  enable always trigger audit_entries_continue,
  enable always trigger audit_entries_kept,
  enable always trigger audit_entries_kept_whole;

grant select, insert on audit_entries, seal_keys to ${role};
grant select, insert, delete on personal_values to ${role};
