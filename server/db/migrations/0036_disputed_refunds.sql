-- The stand-in's refunds that come of a lost dispute name it, as Paystack's do.
alter table sandbox.refund add column dispute_id bigint references sandbox.dispute;

-- Messages that named a transaction alone, until it is known whose it is.
create index webhook_event_unnamed on webhook_event (provider, transaction_id) where payment_reference is null;
