-- When events and deliveries were written down, by the real clock. They are dated by the sandbox's, which may move on by a month at
-- once; how long they are kept must not depend on it.
alter table events add column recorded_at timestamptz(3) not null default now();
update events set recorded_at = least(created_at, now());
drop index events_age;
create index events_age on events using brin (recorded_at);

alter table webhook_deliveries add column recorded_at timestamptz(3) not null default now();
update webhook_deliveries set recorded_at = least(created_at, now());
