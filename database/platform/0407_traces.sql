-- To which trace the request belongs that left a piece of work (W3C Trace Context); null where nobody traces.
alter table outbox add column traceparent text;
