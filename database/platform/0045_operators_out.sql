-- When an operator was last shut out, by being disabled, enabled anew or given new proofs. A visit to a tenant that was granted before is over.
alter table operators add column shut_out_at timestamptz(3);
