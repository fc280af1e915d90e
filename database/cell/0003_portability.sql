-- What left this cell keeps its place in the checkpoints: a link is forgotten by putting its leaf (RFC 6962, section 2.1) in the place
-- of what it named. PostgreSQL makes that leaf itself, so nothing else can ever be written over a link.
create or replace function refuse_other_change() returns trigger language plpgsql as $$
declare
  leaf text := encode(sha256('\x00'::bytea || convert_to(
    format('["%s","%s",%s,"%s"]', old.scope, old.chain, old.sequence, old.hash), 'UTF8')), 'hex');
begin
  if tg_op = 'UPDATE' and old.scope <> 'forgotten' and new.scope = 'forgotten' and new.chain = old.position::text
     and new.sequence = 0 and new.hash = leaf and new.position = old.position and new.logged_at = old.logged_at then
    return new;
  end if;
  raise exception '% on %.% is refused: its rows can only be added', tg_op, tg_table_schema, tg_table_name using errcode = 'CS002';
end $$;
revoke execute on function refuse_other_change() from public;

drop trigger chain_log_kept on chain_log;
create trigger chain_log_kept before update or delete on chain_log for each row execute function refuse_other_change();
alter table chain_log enable always trigger chain_log_kept;

-- Checkpoints of the cell that a tenant came from: with its archive they prove when its links were bound.
create table foreign_checkpoints (
  scope      name not null,
  root       text not null,
  checkpoint jsonb not null,
  primary key (scope, root)
);
