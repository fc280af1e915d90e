-- Who asked for it at the reseller, until its end is told: the process that began it may die before it tells so.
alter table handover add column actor jsonb;
