-- When signers of a document are reminded, where its sender chose that: {"first": 3, "every": 7, "most": 5}, or {"most": 0} for never. Null
-- is one reminder before it expires.
alter table documents add column reminder_plan jsonb,
  -- So many were made by that plan, and when the next one is.
  add column planned_reminders int not null default 0,
  add column next_reminder_at timestamptz(3);
