-- What processes measure of themselves and of the installation, each minute: a row for two days, then one row an hour for all of them, for ninety-one.
-- Figures are named with words of our own code, as those for Prometheus are: nothing here identifies anybody.
create table health_samples (
  span    text not null check (span in ('minute', 'hour')),
  at      timestamptz(3) not null,
  -- random, of the process itself; 'installation' for what any worker may tell, 'missing' while none does, 'all' where several were added up
  source  text collate "C" not null,
  -- what adds up: requests, attempts, minutes
  totals  jsonb not null default '{}' check (jsonb_typeof(totals) = 'object'),
  -- of what does not, the highest value counts
  peaks   jsonb not null default '{}' check (jsonb_typeof(peaks) = 'object'),
  primary key (span, at, source)
);

grant select, insert, delete on health_samples to ${platform};
