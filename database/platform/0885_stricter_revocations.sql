-- What was learnt of a revoked certificate later: that its key was stolen, or that it was wrong from an earlier moment on. Nothing becomes
-- milder: of all that is known of a number, the gravest reason and the earliest moment count.
create table stricter_revocations (
  serial      text collate "C" not null references certificate_revocations (serial),
  reason      text not null check (reason in ('key_compromise', 'superseded', 'cessation')),
  revoked_at  timestamptz(3) not null,
  recorded_at timestamptz(3) not null,
  primary key (serial, reason, revoked_at)
);

grant select, insert on stricter_revocations to ${platform};

-- Each number once, as a list may name it (RFC 5280, 5.1.2.6).
create view revocations_in_force as
select f.serial, f.authority_id,
       case when f.reason = 'key_compromise' or later.is_compromised then 'key_compromise' else f.reason end as reason,
       least(f.revoked_at, later.revoked_at) as revoked_at,
       greatest(f.recorded_at, later.recorded_at) as recorded_at,
       1 + later.count as entries
  from certificate_revocations f, lateral (
    select bool_or(s.reason = 'key_compromise') as is_compromised, min(s.revoked_at) as revoked_at,
           max(s.recorded_at) as recorded_at, count(*)::int as count
      from stricter_revocations s where s.serial = f.serial) as later;

grant select on revocations_in_force to ${platform};
