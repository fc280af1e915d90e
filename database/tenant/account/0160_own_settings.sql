-- Where people are and which language they read: null until they have said so.
alter table users
  add column time_zone text check (time_zone ~ '^[A-Za-z0-9_+/-]{1,64}$'),
  add column language text check (language ~ '^[a-z]{2}$'),
  -- Mails about documents: one each, or one a day.
  add column mail_rhythm text not null default 'each' check (mail_rhythm in ('each', 'daily'));
