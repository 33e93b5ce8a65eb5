-- Disputes (chargebacks): a payer's bank asks for a payment back. Its sum is held while the dispute is open, taken back
-- if we lose it, and freed if we win.

create table dispute (
  id uuid primary key default gen_random_uuid(),
  provider text not null references payer,
  -- The company's id of the dispute.
  provider_id text not null,
  -- The company's payment, not its shares.
  payment_id uuid not null references payment,
  amount_kobo kobo not null,
  state text not null check (state in ('open', 'lost', 'won')),
  -- The company's own term for the status.
  said text not null,
  -- Until when the company waits for our answer; null if it did not say.
  due_at timestamptz,
  opened_at timestamptz not null default now(),
  decided_at timestamptz,
  -- When the company is next asked about an open one.
  next_check_at timestamptz not null default now() + interval '1 hour',
  -- What our staff answered, and when the company took it.
  answer text check (answer in ('accept', 'contest')),
  message text,
  -- A photo of the evidence, JPEG.
  evidence bytea,
  answered_at timestamptz,
  sent_at timestamptz,
  constraint dispute_once unique (provider, provider_id),
  constraint an_answer_and_when check ((answer is null) = (answered_at is null))
);
comment on table dispute is 'payments: payments that their payers dispute at their banks';
create index dispute_payment on dispute (payment_id);
create index dispute_open on dispute (due_at, id) where state = 'open';

-- The sum of a payment's open disputes. While it is not 0, nothing of the payment is refunded.
alter table payment add column disputed_kobo kobo not null default 0;

-- (payment, kobo) holds a sum of what the payment gave, in place of what was held before.
alter table payable_kind add column withholds text;
update payable_kind set withholds = 'withhold_top_up' where kind = 'wallet';

-- State of the stand-ins' disputes.
create table sandbox.dispute (
  id bigint generated always as identity (start with 8100001) primary key,
  charge_id bigint not null references sandbox.charge,
  amount_kobo bigint not null check (amount_kobo > 0),
  status text not null default 'open' check (status in ('open', 'contested', 'lost', 'won')),
  due_at timestamptz not null default now() + interval '2 days',
  -- What the merchant answered.
  message text,
  evidence text,
  created_at timestamptz not null default now()
);
create index on sandbox.dispute (charge_id);
