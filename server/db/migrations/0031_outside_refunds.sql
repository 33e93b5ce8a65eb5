-- Money that a payment company has given back without our order: refunded by hand in its dashboard, or reversed.

create table outside_refund (
  id uuid primary key default gen_random_uuid(),
  provider text not null references payer,
  -- The company's id of the refund; for a reversed charge, `reversed:` and the id of the charge.
  provider_id text not null,
  -- The company's payment, not its shares.
  payment_id uuid not null references payment,
  -- What has left us: 0 after the company reported that the refund failed.
  amount_kobo kobo not null,
  -- How often its amount was posted.
  postings int not null default 0,
  found_at timestamptz not null default now(),
  -- When somebody of our staff has looked at it; null again after its amount has changed.
  seen_at timestamptz,
  constraint outside_refund_once unique (provider, provider_id)
);
comment on table outside_refund is 'payments: money that a company has given back without our order';
create index outside_refund_payment on outside_refund (payment_id);
create index outside_refund_of_people on outside_refund (found_at desc, id desc) where seen_at is null;

-- What the company has given back of this payment without our order and no refund of ours has been set off against
-- yet. Negative if a refund was set off against one that failed afterwards.
alter table payment add column outside_kobo bigint not null default 0;
-- Whether the payer has this refund by one that we did not order.
alter table refund add column by_hand boolean not null default false;

-- (payment, kobo, ref of the ledger) → whether the money could be taken back from who got it.
alter table payable_kind add column takes_back text;
update payable_kind set takes_back = 'take_back_top_up' where kind = 'wallet';

-- A wallet may owe what was taken back from it after it was spent. The next money in pays it.
alter table account add column debt_kobo kobo not null default 0;
alter table account drop constraint no_overdraft;
alter table account add constraint no_overdraft check (lazy or credits_kobo - debits_kobo - held_kobo + debt_kobo >= 0);
create trigger account_debt_shrinks before update of credits_kobo, debits_kobo, held_kobo on account
  for each row when (old.debt_kobo > 0) execute function shrink_debt();

-- Whether the stand-in has given back the whole charge, as companies do after a fraud.
alter table sandbox.charge add column is_reversed boolean not null default false;
