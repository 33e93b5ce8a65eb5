-- State of the stand-ins for payment companies, email, SMS and push. Only demo/sandbox reads and writes it.

create schema sandbox;

create table sandbox.charge (
  id bigint generated always as identity (start with 4100001) primary key,
  provider text not null,
  reference text not null,
  access_code text not null unique,
  amount_kobo bigint not null check (amount_kobo > 0),
  currency char(3) not null,
  email text not null,
  return_to text not null,
  -- What the payer can choose: card, transfer, ussd.
  channels text[] not null,
  status text not null default 'open' check (status in ('open', 'pending', 'success', 'failed', 'abandoned')),
  channel text,
  paid_kobo bigint not null default 0,
  message text not null default '',
  account_number text not null,
  -- When a pending charge settles.
  settles_at timestamptz,
  created_at timestamptz not null default now(),
  unique (provider, reference)
);

create table sandbox.refund (
  id bigint generated always as identity (start with 7100001) primary key,
  charge_id bigint not null references sandbox.charge,
  amount_kobo bigint not null check (amount_kobo > 0),
  note text not null default '',
  status text not null,
  created_at timestamptz not null default now()
);
create index on sandbox.refund (charge_id);

-- How a stand-in fails on purpose: `down`, `garbage`, `slow`, `refuse_refunds`, `fail_refunds`.
create table sandbox.mood (
  provider text primary key,
  mood text not null
);

create table sandbox.letter (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('mail', 'sms')),
  recipient text not null,
  subject text not null default '',
  body text not null,
  html text,
  files jsonb not null default '[]',
  sent_at timestamptz not null default now()
);
create index on sandbox.letter (kind, id);

create table sandbox.push_message (
  id bigint generated always as identity primary key,
  box text not null,
  body bytea not null,
  headers jsonb not null,
  taken_at timestamptz not null default now()
);
create index on sandbox.push_message (box, id);
