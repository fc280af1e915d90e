-- Log-ins of operators that failed in this hour, counted. When it is over each row becomes one entry of the operators' chain.
create table operator_log_in_failures (
  id          text collate "C" primary key,
  hour        timestamptz(3) not null,
  -- empty for an address that no operator has: what was typed is not kept
  operator_id text collate "C" not null default '',
  -- empty once there are too many to tell them apart
  ip_address  text not null default '',
  tries       int not null default 1,
  unique (hour, operator_id, ip_address)
);

grant select, insert, update, delete on operator_log_in_failures to ${platform};
