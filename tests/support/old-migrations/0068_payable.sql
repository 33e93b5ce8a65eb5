-- What can be paid is a payable: a booking, a parcel, money for a wallet, and whatever comes. Payments, refunds,
-- money set aside and the ledger know its id and nothing else; what is particular its room says, in functions that
-- the kind's row names.

create table payable_kind (
  kind text primary key,
  -- (id, minutes for which it is kept in all, or null) → when its time to pay ends. Makes the payable.
  opens text,
  -- (id) → payable_wanted, and keeps it from changing until the transaction ends.
  locks text,
  -- (id, what its room made for it) → confirmed | confirmed_other_seats | paid_late | paid_twice
  fulfils text,
  -- (id) → (kind and owner of an account, kobo): who gets what was paid.
  shares text,
  -- (id) → kobo of its VAT that is on the platform's fee; null where all of it is.
  fee_vat text,
  -- (payment, kobo) → payment_effect: of a kind whose money goes where it belongs at once.
  receives text,
  check (num_nonnulls(opens, locks, fulfils, shares) = case when receives is null then 4 else 0 end)
);
comment on table payable_kind is 'payments: what can be paid, and the functions of its room';
insert into payable_kind (kind, opens, locks, fulfils, shares, fee_vat, receives) values
  ('booking', 'open_booking', 'lock_booking', 'fulfil_booking', 'booking_shares', null, null),
  ('parcel', 'open_parcel', 'lock_parcel', 'fulfil_parcel', 'parcel_shares', 'vat_of_fee', null),
  ('wallet', null, null, null, null, null, 'fill_wallet');

-- Made when somebody begins to pay, under the id of the thing itself.
create table payable (
  id uuid primary key,
  kind text not null references payable_kind,
  -- What people call it.
  reference text not null,
  created_at timestamptz not null default now()
);
comment on table payable is 'payments: what people have begun to pay';

create table wallet_top_up (
  id uuid primary key references payable,
  person_id uuid not null references person
);
create index wallet_top_up_person on wallet_top_up (person_id);
comment on table wallet_top_up is 'wallet: money that people add';

-- Those of before.
insert into payable (id, kind, reference, created_at)
  select id, 'booking', reference, created_at from booking b
  where paid_kobo > 0 or exists (select from payment where booking_id = b.id)
    or exists (select from transfer where booking_id = b.id);
insert into payable (id, kind, reference, created_at)
  select id, 'parcel', tracking_id, created_at from parcel p
  where paid_kobo > 0 or exists (select from payment where parcel_id = p.id)
    or exists (select from transfer where parcel_id = p.id);
insert into payable (id, kind, reference, created_at)
  select id, 'wallet', reference, created_at from payment where purpose = 'wallet';
insert into wallet_top_up (id, person_id) select id, person_id from payment where purpose = 'wallet';

alter table booking
  add column payable_id uuid references payable,
  add constraint payable_under_its_id check (payable_id = id);
update booking set payable_id = id where id in (select id from payable where kind = 'booking');
alter table booking add constraint paid_as_a_payable check (paid_kobo = 0 or payable_id is not null);
alter table parcel
  add column payable_id uuid references payable,
  add constraint payable_under_its_id check (payable_id = id);
update parcel set payable_id = id where id in (select id from payable where kind = 'parcel');
alter table parcel add constraint paid_as_a_payable check (paid_kobo = 0 or payable_id is not null);

-- Functions that speak of a thing; those of payables are made after the migrations.
drop function apply_payment(text, text, bigint, text, text, text, smallint, bytea[], text[], bytea);
drop function pay_from_wallet(uuid, text, uuid, uuid, text, text, smallint, bytea[], text[], bytea, boolean);
drop function use_money(money_wanted, uuid[], text, smallint, bytea[], text[], bytea);
drop function lock_for_money(uuid);
drop function fill_wallet(payment, bigint);
drop function open_attempt(uuid, text, uuid, uuid, text, text, bigint, bigint, int, text, text, boolean);
drop function hold_in_wallet(uuid, uuid, uuid, bigint);
drop function take_from_wallet(uuid, text, uuid, uuid, bigint, text, text, bigint);
drop function request_refund(uuid, bigint, text, text, text, smallint[]);
drop function settle(uuid);
drop function unsettle(uuid, bigint, text, text);
drop function vat_of_fee(uuid);
drop function post_transfer(text, text, uuid, uuid, bigint, text, uuid);
drop function awaits_money(uuid);
drop type payment_effect;
drop type money_wanted;

-- What came of one look at the truth about a payment. `refund_id` is a refund to hand to the provider,
-- `wallet_refund_id` one that is in its wallet already.
create type payment_effect as (result text, kind text, payable_id uuid, refund_id uuid, wallet_refund_id uuid);
-- What money comes for. `refusal`: why all of it must go back; null when nothing speaks against it.
create type payable_wanted as (total_kobo bigint, refusal text);

-- One id takes the place of a column for each kind; dropping those takes their checks and indexes along.
alter table payment add column payable_id uuid references payable;
update payment set payable_id = coalesce(booking_id, parcel_id, id);
alter table payment
  alter column payable_id set not null,
  drop constraint a_wallet_is_somebodys,
  add constraint a_wallet_is_somebodys check (person_id is not null or provider <> 'wallet' and wallet_part_kobo = 0),
  drop column purpose,
  drop column booking_id,
  drop column parcel_id;
create index payment_payable on payment (payable_id);

alter table refund add column payable_id uuid references payable;
update refund r set payable_id = p.payable_id from payment p where p.id = r.payment_id;
alter table refund alter column payable_id set not null, drop column booking_id, drop column parcel_id;
create index refund_payable on refund (payable_id);

alter table wallet_hold add column payable_id uuid unique references payable;
update wallet_hold set payable_id = coalesce(booking_id, parcel_id);
alter table wallet_hold alter column payable_id set not null, drop column booking_id, drop column parcel_id;

-- The ledger is append-only for everybody else.
alter table transfer disable trigger transfer_append_only;
alter table transfer add column payable_id uuid references payable;
update transfer set payable_id = coalesce(booking_id, parcel_id) where num_nonnulls(booking_id, parcel_id) > 0;
update transfer t set payable_id = p.payable_id from payment p join wallet_top_up u on u.id = p.payable_id
  where t.ref = 'charge:' || p.reference;
alter table transfer enable trigger transfer_append_only;
alter table transfer drop column booking_id, drop column parcel_id;
create index transfer_payable on transfer (payable_id) where payable_id is not null;
-- One claim a thing is paid, whatever its claims say.
create unique index claim_paid_once on transfer (payable_id) where code = 'claim';
