-- A link may lie in the spans of two checkpoints: one that an earlier release took while PostgreSQL's clock was set back, which binds only some
-- of the links in its span, and a later one that binds all of them. Proofs come from one that binds all.
create or replace function link_proof(of_chain text, of_sequence int) returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  link cell.chain_log;
  bound cell.checkpoints;
  head cell.log_heads;
  place int;
begin
  select * into head from cell.log_heads order by size desc limit 1;
  for link in
    select * from cell.chain_log
     where scope = current_setting('role')::name and chain = of_chain and (sequence = of_sequence or of_sequence is null)
     order by sequence desc
  loop
    select * into bound from cell.checkpoints c
     where last_position >= link.position and first_position <= link.position and number <= head.size
       and leaves = (select count(*) from cell.chain_log where position between c.first_position and c.last_position)
     order by last_position limit 1;
    exit when found;
  end loop;
  if bound.number is null then return null; end if;
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
