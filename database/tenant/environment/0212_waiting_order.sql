-- Signers who were asked at the same moment have an order too: a batch of thousands is not sorted to show five.
drop index signers_waiting;
create index signers_waiting on signers (status, sent_at, id) where status in ('sent', 'delivery_failed');
