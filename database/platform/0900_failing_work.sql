-- Since when a piece of work fails, counted from when it was due: a check of a domain comes again and again, and was created long before.
alter table outbox add column failing_since timestamptz(3);
