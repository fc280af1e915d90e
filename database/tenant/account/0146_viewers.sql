-- A viewer sees what is shared with them, so identity providers may let people in as viewers.
alter table sso_connection drop constraint sso_connection_default_role_check,
  add constraint sso_connection_default_role_check check (default_role in ('admin', 'developer', 'member', 'viewer'));
alter table sso_role_rules drop constraint sso_role_rules_role_check,
  add constraint sso_role_rules_role_check check (role in ('admin', 'developer', 'member', 'viewer'));
alter table directory_groups drop constraint directory_groups_role_check,
  add constraint directory_groups_role_check check (role in ('admin', 'developer', 'member', 'viewer'));
