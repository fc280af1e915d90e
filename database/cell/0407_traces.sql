-- To which trace the unit belongs that left a piece of work (W3C Trace Context): its preamble says so, and where nobody traces it is null. Tenants get
-- no right to the column, so none can put its work into another's trace.
alter table outbox add column traceparent text default nullif(current_setting('countersign.traceparent', true), '');
