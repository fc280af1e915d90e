-- From one host of the tenant to another without a second log-in: a code that is good once, for half a minute, in one browser.

create table crossings (
  code_sha256  text primary key,
  session      text not null references sessions (token_sha256) on delete cascade,
  host         text not null,
  nonce_sha256 text not null,
  next         text not null,
  expires_at   timestamptz(3) not null
);
create index crossings_session on crossings (session);

grant select, insert, delete on crossings to ${live};
