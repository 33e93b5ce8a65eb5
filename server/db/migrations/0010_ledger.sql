-- Double-entry bookkeeping: accounts, transfers between them, and the statements of strict accounts.

create table account (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  owner text not null default '',
  currency char(3) not null default 'NGN',
  -- A lazy account has no cached balance, so that nobody waits for its row. A strict one cannot go below zero.
  lazy boolean not null default true,
  debits_kobo kobo not null default 0,
  credits_kobo kobo not null default 0,
  held_kobo kobo not null default 0,
  -- Number of the last wallet_entry of a strict account.
  entries int not null default 0,
  constraint no_overdraft check (lazy or credits_kobo - debits_kobo - held_kobo >= 0),
  unique (kind, owner, currency)
);
comment on table account is 'ledger: accounts by kind and owner';

-- One row is one debit and one credit, so an unbalanced entry cannot be written.
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
comment on table transfer is 'ledger: transfers, one debit and one credit each, append-only';
-- At most one claim is paid for a parcel.
create unique index claim_paid_once on transfer (payable_id) where code = 'claim';
create index transfer_payable on transfer (payable_id) where payable_id is not null;
create trigger transfer_append_only before update or delete on transfer
  for each row execute function ledger_is_append_only();
create trigger transfer_no_truncate before truncate on transfer
  for each statement execute function ledger_is_append_only();
create trigger transfer_posts after insert on transfer
  for each row execute function post_to_strict_accounts();

-- The statement of a strict account, numbered under the account's lock. Transfers carry the start of their transaction,
-- and in that order the balance of two concurrent ones could seem to be below zero.
create table wallet_entry (
  account_id uuid not null references account,
  number int not null,
  transfer_id uuid not null,
  -- Negative for money that left the account.
  amount_kobo bigint not null,
  balance_kobo bigint not null,
  created_at timestamptz not null,
  primary key (account_id, number)
);
comment on table wallet_entry is 'ledger: statements of strict accounts, one line per transfer with its balance';
create index wallet_entry_transfer on wallet_entry (transfer_id);
create trigger wallet_entry_append_only before update or delete on wallet_entry
  for each row execute function ledger_is_append_only();
create trigger wallet_entry_no_truncate before truncate on wallet_entry
  for each statement execute function ledger_is_append_only();

-- Premiums and claims of parcels. What it lacks is lent from the account insurance_float.
insert into account (kind, lazy) values ('insurance_payable', false);
