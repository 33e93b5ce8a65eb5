-- Refunds into wallets whose money a payment company has given back, too.

-- What was taken back from the payer's wallet, since we had refunded into it what the company gave back.
alter table payment add column wallet_back_kobo kobo not null default 0;
-- Without a payable: what a dispute holds of a refund.
alter table wallet_hold alter column payable_id drop not null;
