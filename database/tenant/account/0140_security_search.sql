-- Searching the security trail by action, by time, by who did it and from where.

create index security_entries_by_action on security_entries (action, sequence);
create index security_entries_by_time on security_entries (at, sequence);
-- the text is canonical JSON, so that the actor follows the action, and its id comes first
create index security_entries_by_actor on security_entries (substring(body from '^\{"action":"[^"]*","actor":\{"id":"([^"]*)"'), sequence);
create index security_values_by_address on security_values (value) where field = 'ipAddress';
