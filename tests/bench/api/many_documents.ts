import type pg from 'pg'

const MINUTE_MS = 60_000

/** Signers have no field but one, which is read with them. */
const COPIES = [
  `insert into documents select (jsonb_populate_record(d, jsonb_build_object(
     'id', 'doc_' || lpad(n::text, 26, '0'), 'title', 'Lease ' || n, 'metadata', jsonb_build_object('deal', n::text),
     'tracking_sha256', 'copy ' || n, 'created_at', d.created_at - n * interval '1 minute'))).*
     from documents d, generate_series(1, $1::int) n where d.id = $2`,
  `insert into signers select (jsonb_populate_record(s, jsonb_build_object(
     'id', 'sig_' || s.position || lpad(n::text, 25, '0'), 'document_id', 'doc_' || lpad(n::text, 26, '0'),
     'email', 'signer' || n || '@example.test', 'token_sha256', s.position || ' copy ' || n))).*
     from signers s, generate_series(1, $1::int) n where s.document_id = $2`,
  `insert into fields select (jsonb_populate_record(f, jsonb_build_object(
     'id', 'fld_' || f.position || lpad(n::text, 25, '0'), 'document_id', 'doc_' || lpad(n::text, 26, '0'),
     'signer_id', 'sig_' || f.position || lpad(n::text, 25, '0')))).*
     from fields f, generate_series(1, $1::int) n where f.document_id = $2`,
]

/** So many documents like one, a minute apart, as rows; nobody could send them as fast. */
export async function copy(superuser: pg.Client, id: string, count: number): Promise<void> {
  await superuser.query('set session_replication_role = replica') // their keys are known to fit
  for (const text of COPIES) await superuser.query(text, [count, id])
  for (const table of ['documents', 'signers', 'fields']) await superuser.query(`analyze ${table}`)
}

/** When one in the middle of them was made. */
export function inTheMiddle(count: number): string {
  return new Date(Date.now() - (count / 2) * MINUTE_MS).toISOString()
}
