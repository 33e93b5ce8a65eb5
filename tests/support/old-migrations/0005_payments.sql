create table payment (
  id uuid primary key,
  -- What the provider knows it by; also its idempotency key there.
  reference text not null unique,
  purpose text not null check (purpose in ('booking', 'parcel', 'charter', 'invoice', 'wallet')),
  booking_id uuid references booking,
  provider text not null check (provider in ('paystack', 'flutterwave')),
  channel text check (channel in ('card', 'transfer', 'ussd')),
  amount_kobo bigint not null check (amount_kobo > 0),
  currency char(3) not null default 'NGN',
  status text not null default 'initiated'
    check (status in ('initiated', 'pending', 'succeeded', 'failed', 'abandoned')),
  outcome text not null default 'none'
    check (outcome in ('none', 'confirmed', 'confirmed_other_seats', 'refunded_late', 'refunded_twice', 'refunded_short')),
  paid_kobo bigint not null default 0 check (paid_kobo >= 0),
  refunded_kobo bigint not null default 0 check (refunded_kobo >= 0),
  refund_pending_kobo bigint not null default 0 check (refund_pending_kobo >= 0),
  provider_id text,
  authorization_url text,
  transfer_account jsonb,
  ussd text,
  failure text,
  checks smallint not null default 0,
  -- When the reconciler asks next, and how often it has asked.
  next_check_at timestamptz not null default now() + interval '1 minute',
  reconciles smallint not null default 0,
  idempotency_principal text,
  idempotency_key text,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  constraint never_refund_more_than_paid check (refunded_kobo + refund_pending_kobo <= paid_kobo),
  unique (idempotency_principal, idempotency_key)
);
create index payment_booking on payment (booking_id);
create index payment_due on payment (next_check_at) where status <> 'succeeded';
comment on table payment is 'payments: attempts, each made before its provider is called';

-- Every message of a provider, raw, whatever its signature. Kept before anything is done with it.
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
comment on table webhook_event is 'payments: what providers told us';

create table refund (
  id uuid primary key,
  payment_id uuid not null references payment,
  booking_id uuid references booking,
  seats smallint[] not null default '{}',
  amount_kobo bigint not null check (amount_kobo > 0),
  destination text not null check (destination in ('wallet', 'source')),
  reason text not null check (reason in
    ('cancelled', 'operator_cancelled', 'paid_late', 'paid_twice', 'paid_short', 'paid_over', 'price_difference')),
  -- One effect, one refund: a repeat of the same act meets this key.
  effect text not null unique,
  state text not null default 'requested' check (state in ('requested', 'submitted', 'succeeded', 'failed', 'needs_person')),
  tries smallint not null default 0,
  next_try_at timestamptz not null default now(),
  provider_id text,
  requested_at timestamptz not null default now(),
  -- When its provider last knew of it.
  heard_at timestamptz,
  settled_at timestamptz
);
create index refund_payment on refund (payment_id);
create index refund_booking on refund (booking_id);
create index refund_open on refund (requested_at) where state in ('requested', 'submitted', 'failed');
comment on table refund is 'payments: money on its way back';
