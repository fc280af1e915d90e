-- What operators tell customers about disturbances, on the status pages of tenants.
create table incidents (
  id          text collate "C" primary key,
  -- its tenants and itself read it; null for everybody
  reseller_id text collate "C" references tenants (id) on delete cascade,
  title       text not null check (char_length(title) between 1 and 160),
  parts       text[] not null check (cardinality(parts) > 0 and parts <@ '{signing,api,mail,deliveries,sealing}'),
  impact      text not null check (impact in ('disturbed', 'down')),
  began_at    timestamptz(3) not null,
  resolved_at timestamptz(3)
);
create index incidents_began on incidents (began_at);

create table incident_updates (
  id          text collate "C" primary key,
  incident_id text collate "C" not null references incidents (id) on delete cascade,
  state       text not null check (state in ('investigating', 'identified', 'monitoring', 'resolved')),
  text        text not null check (char_length(text) between 1 and 2000),
  written_at  timestamptz(3) not null
);
create index incident_updates_order on incident_updates (incident_id, written_at);

grant select, insert on incidents, incident_updates to ${platform};
grant update (resolved_at) on incidents to ${platform};
