-- A checkpoint is added, and stamped once; nothing else ever happens to it.
create function keep_checkpoint() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.time_stamp is null and (to_jsonb(new) - 'time_stamp') = (to_jsonb(old) - 'time_stamp') then
    return new;
  end if;
  raise exception '% on %.% is refused: a checkpoint is only added, and stamped once', tg_op, tg_table_schema, tg_table_name
    using errcode = 'CS002';
end $$;

create trigger checkpoints_kept before update or delete on checkpoints for each row execute function keep_checkpoint();
create trigger checkpoints_kept_whole before truncate on checkpoints for each statement execute function keep_checkpoint();
alter table checkpoints enable always trigger checkpoints_kept;
alter table checkpoints enable always trigger checkpoints_kept_whole;

create index checkpoints_unstamped on checkpoints (number) where time_stamp is null;

grant update (time_stamp) on checkpoints to ${relay};
revoke execute on function keep_checkpoint() from public;
