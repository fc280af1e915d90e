-- Teams that see and use a template beside the one to whom it belongs. Those that were deleted since are nobody.
alter table templates add column team_ids text[] not null default '{}';
