-- The security chain: who changed what about the account.

create table security_entries (
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
create table security_values (
  entry_id text collate "C" not null references security_entries (id),
  field    text not null,
  salt     bytea not null,
  value    text not null,
  primary key (entry_id, field)
);
create table chain_head (
  singleton boolean primary key default true check (singleton),
  sequence int not null default 0,
  hash     text
);
insert into chain_head default values;

create trigger security_entries_continue before insert on security_entries for each row execute function cell.continue_chain();
create trigger security_entries_kept before update or delete on security_entries for each row execute function cell.refuse_change();
create trigger security_entries_kept_whole before truncate on security_entries for each statement execute function cell.refuse_change();
alter table security_entries
  enable always trigger security_entries_continue,
  enable always trigger security_entries_kept,
  enable always trigger security_entries_kept_whole;

grant select, insert on security_entries to ${live};
grant select, insert, delete on security_values to ${live};
grant select, update on chain_head to ${live};
