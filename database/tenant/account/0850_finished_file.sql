-- How everybody gets the finished PDF by mail; inherited where it is null.
alter table brand add column finished_file text check (finished_file in ('link', 'attachment'));
