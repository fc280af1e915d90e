-- What all tenants together have used in a month.
create index usage_totals_month on usage_totals (month, name) include (used);
