-- The console shows how far each tenant's schemas are; the relay's login reads it there, for it has no rights in any of them.
grant select on ledger to ${relay};
