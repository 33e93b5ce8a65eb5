-- Double entry: one transfer is one debit and one credit, so an unbalanced entry cannot be written.
create table account (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  owner text not null default '',
  currency char(3) not null default 'NGN',
  -- Lazy accounts keep no balance of their own: nobody waits for their row.
  lazy boolean not null default true,
  debits_kobo kobo not null default 0,
  credits_kobo kobo not null default 0,
  held_kobo kobo not null default 0,
  -- The statement of a strict account, numbered under the account's lock: `created_at` of transfers is when
  -- their transaction began, and by that the running balance of two that met could seem to be below zero.
  entries int not null default 0,
  constraint no_overdraft check (lazy or credits_kobo - debits_kobo - held_kobo >= 0),
  unique (kind, owner, currency)
);
comment on table account is 'wallet: accounts of the ledger';

create table transfer (
  id uuid primary key default gen_random_uuid(),
  journal text not null,
  ref text not null unique,
  debit_account uuid not null references account,
  credit_account uuid not null references account,
  currency char(3) not null default 'NGN',
  amount_kobo positive_kobo not null,
  code text not null,
  created_at timestamptz not null default now(),
  payable_id uuid references payable,
  check (debit_account <> credit_account)
);
comment on table transfer is 'wallet: the ledger, one debit and one credit a row';
-- One claim a thing is paid, whatever its claims say.
create unique index claim_paid_once on transfer (payable_id) where code = 'claim';
create index transfer_payable on transfer (payable_id) where payable_id is not null;
create trigger transfer_append_only before update or delete on transfer
  for each row execute function ledger_is_append_only();
create trigger transfer_no_truncate before truncate on transfer
  for each statement execute function ledger_is_append_only();
create trigger transfer_posts after insert on transfer
  for each row execute function post_to_strict_accounts();

create table wallet_entry (
  account_id uuid not null references account,
  number int not null,
  transfer_id uuid not null,
  -- Below zero: it went out.
  amount_kobo bigint not null,
  balance_kobo bigint not null,
  created_at timestamptz not null,
  primary key (account_id, number)
);
comment on table wallet_entry is 'wallet: statements, one line a movement with the balance after it';
create index wallet_entry_transfer on wallet_entry (transfer_id);
create trigger wallet_entry_append_only before update or delete on wallet_entry
  for each row execute function ledger_is_append_only();
create trigger wallet_entry_no_truncate before truncate on wallet_entry
  for each statement execute function ledger_is_append_only();

insert into account (kind, lazy) values ('insurance_payable', false);
