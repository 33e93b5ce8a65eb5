-- Wallets of people: PINs, top-ups, and money that is held for a payment. The balance is an account of the ledger.

insert into payable_kind (kind, opens, locks, fulfils, shares, fee_vat, receives) values
  ('wallet', null, null, null, null, null, 'fill_wallet');

-- Wallet money that waits for the company's part of the same payment. It cannot be spent meanwhile.
create table wallet_hold (
  payment_id uuid primary key references payment,
  account_id uuid not null references account,
  amount_kobo bigint not null check (amount_kobo > 0),
  payable_id uuid not null unique references payable
);
comment on table wallet_hold is 'wallet: wallet money that waits for the other part of a payment';
create trigger wallet_hold_counts after insert or update or delete on wallet_hold
  for each row execute function count_wallet_hold();

create table wallet_pin (
  person_id uuid primary key references person on delete cascade,
  -- argon2id, as a PHC string, keyed with a secret of the server.
  hash text not null,
  -- Wrong tries in a row, counted before a try is checked.
  tries smallint not null default 0,
  locked_until timestamptz
);
comment on table wallet_pin is 'wallet: PINs, which larger payments need';

create table wallet_top_up (
  id uuid primary key references payable,
  person_id uuid not null references person
);
comment on table wallet_top_up is 'wallet: top-ups that people have started';
create index wallet_top_up_person on wallet_top_up (person_id);
