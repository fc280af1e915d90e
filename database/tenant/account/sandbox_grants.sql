-- What the sandbox needs of its account, and nothing more.
grant usage on schema ${account} to ${test};
grant select on users, brand, api_keys, standing, chain_head to ${test};
grant update (last_used_at, last_used_ip) on api_keys to ${test};
grant update on chain_head to ${test};
grant select, insert on security_entries to ${test};
grant insert on security_values to ${test};
grant select on inherited_brand, brand_images to ${test};
grant select on integrations to ${test};
grant select, update on test_clock to ${test};
grant select on teams to ${test};
