-- When what recurs was last done to its end: one that is put off again and again, or that nobody takes on, is overdue.
alter table ticks add column done_at timestamptz(3) not null default now();
