-- The public log of a cell: an append-only tree (RFC 6962) over the statements of its checkpoints, with one signed head for each size that was ever published.
create table log_leaves (
  number int primary key,
  hash   text not null
);

-- Complete subtrees over 256 leaves each, so that a proof reads one block and one row for each other: of the log, and of the links that a checkpoint binds.
create table log_blocks (
  block int primary key,
  hash  text not null
);

create table checkpoint_blocks (
  number int not null,
  block  int not null,
  hash   text not null,
  primary key (number, block)
);

create table log_heads (
  size       int primary key references log_leaves (number),
  note       text not null,
  created_at timestamptz(3) not null
);

create table log_cosignatures (
  size       int not null references log_heads (size),
  witness    text not null,
  line       text not null,
  created_at timestamptz(3) not null,
  primary key (size, witness)
);

do $$
declare kept text;
begin
  foreach kept in array array['log_leaves', 'log_blocks', 'checkpoint_blocks', 'log_heads', 'log_cosignatures'] loop
    execute format('create trigger %1$s_kept before update or delete on %1$I for each row execute function refuse_change()', kept);
    execute format('create trigger %1$s_kept_whole before truncate on %1$I for each statement execute function refuse_change()', kept);
    execute format('alter table %1$I enable always trigger %1$s_kept', kept);
    execute format('alter table %1$I enable always trigger %1$s_kept_whole', kept);
  end loop;
end $$;

-- What a tenant needs to show that a link of its own is in the log: hashes, among which those of others say nothing. Without a sequence, of the
-- last link that is. Null where it is not, or not yet.
create function link_proof(of_chain text, of_sequence int) returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  link cell.chain_log;
  bound cell.checkpoints;
  head cell.log_heads;
  place int;
begin
  select * into head from cell.log_heads order by size desc limit 1;
  select * into link from cell.chain_log
   where scope = current_setting('role')::name and chain = of_chain and (sequence = of_sequence or of_sequence is null)
     and position <= (select last_position from cell.checkpoints where number = head.size)
   order by sequence desc limit 1;
  if not found then return null; end if;
  select * into bound from cell.checkpoints where last_position >= link.position order by last_position limit 1;
  if bound.first_position > link.position then return null; end if;
  select count(*) into place from cell.chain_log where position >= bound.first_position and position < link.position;
  return jsonb_build_object(
    'scope', link.scope, 'sequence', link.sequence, 'hash', link.hash, 'index', place, 'number', bound.number,
    'facts', jsonb_build_object('number', bound.number, 'first_position', bound.first_position, 'last_position', bound.last_position,
      'leaves', bound.leaves, 'root', bound.root, 'previous_root', bound.previous_root,
      'created_at', to_char(bound.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
    'links', (select jsonb_agg(case when near.scope = 'forgotten' then near.hash else
        encode(sha256('\x00'::bytea || convert_to(format('["%s","%s",%s,"%s"]', near.scope, near.chain, near.sequence, near.hash), 'UTF8')), 'hex') end
        order by near.position)
      from (select * from cell.chain_log where position between bound.first_position and bound.last_position
             order by position offset place / 256 * 256 limit 256) near),
    'linkBlocks', (select jsonb_agg(hash order by block) from cell.checkpoint_blocks where number = bound.number),
    'leaves', (select jsonb_agg(hash order by number) from cell.log_leaves
      where number > (bound.number - 1) / 256 * 256 and number <= least(head.size, (bound.number - 1) / 256 * 256 + 256)),
    'tail', (select coalesce(jsonb_agg(hash order by number), '[]') from cell.log_leaves
      where number > head.size / 256 * 256 and number <= head.size),
    'blocks', (select coalesce(jsonb_agg(hash order by block), '[]') from cell.log_blocks where (block + 1) * 256 <= head.size),
    'size', head.size, 'note', head.note,
    'cosignatures', (select coalesce(jsonb_agg(line order by witness), '[]') from cell.log_cosignatures where size = head.size));
end $$;
revoke execute on function link_proof(text, int) from public;
grant execute on function link_proof(text, int) to ${tenant};

create index checkpoints_by_last_position on checkpoints (last_position);

grant select, insert on log_leaves, log_blocks, checkpoint_blocks, log_heads, log_cosignatures to ${relay};
grant select on log_leaves, log_heads, log_cosignatures to ${platform};
grant select (number, first_position, last_position, leaves, root, previous_root, created_at) on checkpoints to ${platform};
