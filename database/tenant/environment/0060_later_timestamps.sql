-- A seal that was made while no time-stamping authority answered gets its time stamp later: the file's earlier hash is kept, since people have it.
alter table documents
  add column timestamped_at timestamptz(3),
  add column unstamped_sha256 text;
