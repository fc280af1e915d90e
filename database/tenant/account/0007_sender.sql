-- How an account's mails are sent: by the platform, from a domain of its own, or through a mail server of its own.

create table sender (
  singleton boolean primary key default true check (singleton),
  way text not null default 'platform' check (way in ('platform', 'domain', 'server')),

  domain         text,
  domain_address text,
  domain_status  text check (domain_status in ('pending', 'verified', 'failing')),
  domain_since   timestamptz(3),
  has_return     boolean not null default false,
  findings       jsonb,
  checked_at     timestamptz(3),

  server_address       text,
  server_host          text,
  server_port          int check (server_port between 1 and 65535),
  server_security      text check (server_security in ('tls', 'starttls', 'none')),
  server_username      text,
  server_password      bytea,
  server_failing_since timestamptz(3),
  server_error         text,
  server_told_at       timestamptz(3),

  -- Counts claims and rotations: a check that began before one of them decides nothing.
  generation int not null default 0
);
insert into sender default values;

-- The keys that sign mails (DKIM, RFC 6376). One signs, one stands by; a retired one has lost its private half.
create table sender_keys (
  selector    text collate "C" primary key,
  domain      text not null,
  role        text not null check (role in ('active', 'standby', 'retired')),
  public_key  text not null,
  private_key bytea,
  created_at  timestamptz(3) not null,
  retired_at  timestamptz(3)
);
create unique index sender_keys_role on sender_keys (role) where role <> 'retired';

grant select, update on sender to ${live};
grant select, insert, update, delete on sender_keys to ${live};
