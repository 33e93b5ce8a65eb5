-- Payables, attempts to pay, refunds, and the messages of payment companies. Everything that can be paid for is a
-- payable: a booking, parcel, instalment, invoice or top-up. Payments, refunds and the ledger know only its id;
-- everything else is in functions of its room, which the row of its kind names.

create table payable_kind (
  kind text primary key,
  -- (id, minutes to keep it for in all, or null) → until when it can be paid. Makes the payable.
  opens text,
  -- (id) → payable_wanted, under a lock until the transaction ends.
  locks text,
  -- (id, what the room prepared) → confirmed | confirmed_other_seats | paid_late | paid_twice
  fulfils text,
  -- (id) → (kind and owner of an account, kobo): who gets the money.
  shares text,
  -- (id) → kobo of VAT on the platform's fee; null if all of the VAT is.
  fee_vat text,
  -- (payment, kobo) → payment_effect: for a kind whose money needs no other function.
  receives text,
  check (num_nonnulls(opens, locks, fulfils, shares) = case when receives is null then 4 else 0 end)
);
comment on table payable_kind is 'payments: what can be paid, and the functions of its room';

-- Created when somebody starts to pay, with the id of what they pay for.
create table payable (
  id uuid primary key,
  kind text not null references payable_kind,
  -- The reference that people see.
  reference text not null,
  created_at timestamptz not null default now()
);
comment on table payable is 'payments: what people have started to pay';

-- add_payment_companies() adds missing rows after the migrations, so that another payment company needs no migration.
create table payer (
  code text primary key check (code ~ '^[a-z]{2,30}$')
);
comment on table payer is 'payments: who can pay, the companies and the wallet';

create domain payment_status as text check (value in ('initiated', 'pending', 'succeeded', 'failed', 'abandoned'));
create domain payment_outcome as text check (value in
  ('none', 'confirmed', 'confirmed_other_seats', 'refunded_late', 'refunded_twice', 'refunded_short', 'credited'));
create domain payment_channel as text check (value in ('card', 'transfer', 'ussd'));

create table payment (
  id uuid primary key,
  -- Our reference at the payment company, which is also the idempotency key there.
  reference text not null unique,
  provider text not null references payer,
  channel payment_channel,
  amount_kobo positive_kobo not null,
  currency char(3) not null default 'NGN',
  status payment_status not null default 'initiated',
  outcome payment_outcome not null default 'none',
  paid_kobo kobo not null default 0,
  refunded_kobo kobo not null default 0,
  refund_pending_kobo kobo not null default 0,
  provider_id text,
  authorization_url text,
  transfer_account jsonb,
  ussd text,
  failure text,
  checks smallint not null default 0,
  -- When the reconciler next checks with the company, and how often it has checked.
  next_check_at timestamptz not null default now() + interval '1 minute',
  reconciles smallint not null default 0,
  idempotency_principal text,
  idempotency_key text,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  -- The account that pays; null for a guest. Beside a company's payment, its wallet may pay a part.
  person_id uuid references person,
  wallet_part_kobo kobo not null default 0,
  -- What this attempt takes from the wallet without a PIN: ₦20,000 in 24 hours at most. Failed attempts count,
  -- since their money may still arrive.
  without_pin_kobo bigint not null default 0,
  payable_id uuid not null references payable,
  -- The company's payment of which this row is a share, if one payment covers two payables. The company knows only
  -- that payment.
  part_of uuid references payment,
  bank text,
  constraint never_refund_more_than_paid check (refunded_kobo + refund_pending_kobo <= paid_kobo),
  unique (idempotency_principal, idempotency_key),
  constraint payment_and_payer unique (id, person_id),
  constraint only_small_sums_without_pin check (without_pin_kobo between 0 and 999999),
  constraint a_wallet_is_somebodys check (person_id is not null or provider <> 'wallet' and wallet_part_kobo = 0)
);
create index payment_due on payment (next_check_at) where status <> 'succeeded';
create index payment_person on payment (person_id) where person_id is not null;
create index payment_without_pin on payment (person_id, created_at) where without_pin_kobo > 0;
create index payment_payable on payment (payable_id);
-- The newest payments of a company: a company that fails is not offered first.
create index payment_lately on payment (provider, created_at desc);
create index payment_part on payment (part_of) where part_of is not null;
create trigger payment_payer_stays before update of person_id on payment for each row
  when (old.person_id is distinct from new.person_id) execute function guard_payer();
create trigger payment_sum_without_pin before insert on payment for each row
  when (new.without_pin_kobo > 0) execute function limit_sum_without_pin();
create trigger notify_payment_change after update of status on payment
  for each row when (new.person_id is not null and old.status is distinct from new.status)
  execute function notify_payment_change();
create trigger invoice_follows after update of outcome on payment
  for each row when (
    new.outcome = any ('{confirmed,confirmed_other_seats}'::text[]) and old.outcome is distinct from new.outcome)
  execute function invoice_follows_payment();
comment on table payment is 'payments: attempts, each made before its provider is called';
comment on column payment.bank is 'the bank whose USSD code the payer dials, by its code at NIBSS; null for the page';

create table refund (
  id uuid primary key,
  payment_id uuid not null references payment,
  seats smallint[] not null default '{}',
  amount_kobo bigint not null check (amount_kobo > 0),
  destination text not null check (destination in ('wallet', 'source')),
  reason text not null check (reason in (
    'cancelled', 'operator_cancelled', 'paid_late', 'paid_twice', 'paid_short', 'paid_over', 'price_difference')),
  -- The cause of the refund. A repeat of the same cause makes no second refund.
  effect text not null unique,
  state text not null default 'requested'
    check (state in ('requested', 'submitted', 'succeeded', 'failed', 'needs_person')),
  tries smallint not null default 0,
  next_try_at timestamptz not null default now(),
  provider_id text,
  requested_at timestamptz not null default now(),
  -- When the payment company last reported on it.
  heard_at timestamptz,
  settled_at timestamptz,
  -- The wallet it went into; the foreign key allows only that of the account that paid.
  wallet_of uuid,
  payable_id uuid not null references payable,
  -- The company's last message about it.
  said text,
  -- Since when it waits for our staff, because the payment company cannot finish it.
  person_since timestamptz,
  -- Our staff send it to the wallet of the account that paid, unless the payment company finishes it after all.
  to_wallet boolean not null default false,
  constraint a_wallet_has_its_owner check ((destination = 'wallet') = (wallet_of is not null)),
  constraint refund_to_its_payer foreign key (payment_id, wallet_of) references payment (id, person_id),
  constraint a_person_since_when check (state <> 'needs_person' or person_since is not null)
);
comment on table refund is 'payments: money on its way back';
create index refund_payment on refund (payment_id);
create index refund_open on refund (requested_at) where state in ('requested', 'submitted', 'failed');
create index refund_payable on refund (payable_id);
create index refund_of_people on refund (person_since desc, id desc) where state = 'needs_person';

-- Every message of a payment company, raw, even with a wrong signature. Stored before anything is done with it.
create table webhook_event (
  provider text not null,
  event_id text not null,
  payment_reference text,
  kind text not null,
  raw text not null,
  received_at timestamptz not null default now(),
  processed_at timestamptz,
  primary key (provider, event_id)
);
comment on table webhook_event is 'payments: messages of payment companies';
-- To erase the messages about an erased person's payments.
create index webhook_event_payment on webhook_event (payment_reference);
-- Messages name the payer, so `raw` is emptied after a time. The index has those that are not empty yet.
create index webhook_event_with_words on webhook_event (received_at) where raw <> '';

-- What a settlement did: the answer of apply_payment().
create type payment_effect as (result text, kind text, payable_id uuid, refund_id uuid, wallet_refund_id uuid);
-- What a payable costs, and why it cannot be paid; the answer of the functions in payable_kind.locks.
create type payable_wanted as (total_kobo bigint, refusal text);
