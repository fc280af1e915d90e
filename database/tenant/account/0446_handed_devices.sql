-- When they last handed a device to somebody, to sign in person. What an identity provider knew of them before is no proof that it is they who come.
alter table users add column device_handed_at timestamptz(3);
