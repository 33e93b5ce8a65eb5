-- The stand-in's refunds that come of a lost dispute name it, as Paystack's do.
alter table sandbox.refund add column dispute_id bigint references sandbox.dispute;
