-- The stand-ins for the outside world. None of this is ours: only server/sandbox reads or writes it.
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
  -- What a person may still choose: card, transfer, ussd.
  channels text[] not null,
  status text not null default 'open' check (status in ('open', 'pending', 'success', 'failed', 'abandoned')),
  channel text,
  paid_kobo bigint not null default 0,
  message text not null default '',
  account_number text not null,
  -- Money that is still on its way arrives then.
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

-- How a provider behaves towards us: `down`, `garbage`, `slow`, `refuse_refunds`, `fail_refunds`.
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
