-- Money in wallets, and bookings paid with it: whole, or in part beside a payment company.

-- person_id: whose wallet is filled or pays. wallet_part_kobo: what the wallet gives beside this attempt.
alter table payment
  add column person_id uuid references person,
  add column wallet_part_kobo bigint not null default 0 check (wallet_part_kobo >= 0),
  drop constraint payment_provider_check,
  add constraint payment_provider_check check (provider in ('paystack', 'flutterwave', 'wallet')),
  drop constraint payment_outcome_check,
  add constraint payment_outcome_check check (outcome in ('none', 'confirmed', 'confirmed_other_seats',
    'refunded_late', 'refunded_twice', 'refunded_short', 'credited')),
  add constraint a_wallet_is_somebodys check (person_id is not null
    or purpose <> 'wallet' and provider <> 'wallet' and wallet_part_kobo = 0);
create index payment_person on payment (person_id) where person_id is not null;

-- Money that waits in a wallet until the other part of a payment lands. It cannot be spent meanwhile.
create table wallet_hold (
  booking_id uuid primary key references booking,
  payment_id uuid not null references payment,
  account_id uuid not null references account,
  amount_kobo bigint not null check (amount_kobo > 0)
);
create index wallet_hold_payment on wallet_hold (payment_id);
comment on table wallet_hold is 'wallet: money that waits for the other part of a payment';

create function account_follows_holds() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    update account set held_kobo = held_kobo - old.amount_kobo where id = old.account_id;
  end if;
  if tg_op <> 'DELETE' then
    update account set held_kobo = held_kobo + new.amount_kobo where id = new.account_id;
  end if;
  return null;
end $$;
create trigger wallet_hold_counts after insert or update or delete on wallet_hold
  for each row execute function account_follows_holds();

create function free_wallet_hold() returns trigger language plpgsql as $$
begin
  delete from wallet_hold where booking_id = new.id;
  return null;
end $$;
create trigger booking_frees_wallet after update of status on booking for each row
  when (old.status in ('held', 'awaiting_payment') and new.status not in ('held', 'awaiting_payment'))
  execute function free_wallet_hold();

create table wallet_pin (
  person_id uuid primary key references person on delete cascade,
  -- argon2id as a PHC string, keyed with a secret of the server.
  hash text not null,
  -- Wrong tries in a row; counted before a try is looked at.
  tries smallint not null default 0,
  locked_until timestamptz
);
comment on table wallet_pin is 'wallet: PINs for larger sums';

-- The statement of a strict account, numbered under the account's lock: `created_at` of transfers is when
-- their transaction began, and by that the running balance of two that met could seem to be below zero.
alter table account add column entries int not null default 0;
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
create index wallet_entry_transfer on wallet_entry (transfer_id);
comment on table wallet_entry is 'wallet: statements, one line a movement with the balance after it';

insert into wallet_entry
  select a.id, row_number() over line, t.id, e.amount, sum(e.amount) over line, t.created_at
  from account a join transfer t on a.id in (t.debit_account, t.credit_account),
    lateral (select case when t.credit_account = a.id then t.amount_kobo else -t.amount_kobo end as amount) e
  where not a.lazy
  window line as (partition by a.id order by t.created_at, e.amount desc, t.id);
create trigger wallet_entry_append_only before update or delete on wallet_entry
  for each row execute function ledger_is_append_only();
create trigger wallet_entry_no_truncate before truncate on wallet_entry
  for each statement execute function ledger_is_append_only();
update account a set entries = (select count(*) from wallet_entry where account_id = a.id) where not lazy;

-- `no key`: the transfer's foreign keys hold the accounts shared already, and two that both did and then
-- wanted more would wait for each other.
create or replace function post_to_strict_accounts() returns trigger language plpgsql as $$
begin
  with strict as (
    select id from account where id in (new.debit_account, new.credit_account) and not lazy
    order by id for no key update
  ), posted as (
    update account a set entries = a.entries + 1,
      debits_kobo = a.debits_kobo + case when a.id = new.debit_account then new.amount_kobo else 0 end,
      credits_kobo = a.credits_kobo + case when a.id = new.credit_account then new.amount_kobo else 0 end
    from strict where a.id = strict.id
    returning a.id, a.entries, a.credits_kobo - a.debits_kobo as balance
  )
  insert into wallet_entry (account_id, number, transfer_id, amount_kobo, balance_kobo, created_at)
    select id, entries, new.id, case when id = new.credit_account then new.amount_kobo else -new.amount_kobo end,
      balance, clock_timestamp() from posted;
  return new;
end $$;

-- Sets money of a wallet aside for one attempt, in place of what an earlier attempt of the booking had
-- set aside. False: it is not there. Nothing to set aside frees what was.
create function hold_in_wallet(p_booking uuid, p_payment uuid, p_person uuid, p_amount_kobo bigint) returns boolean
language plpgsql as $$
declare broken text;
begin
  delete from wallet_hold where booking_id = p_booking;
  if p_amount_kobo > 0 then
    insert into wallet_hold (booking_id, payment_id, account_id, amount_kobo)
      values (p_booking, p_payment, account_of('wallet', p_person::text, false), p_amount_kobo);
  end if;
  return true;
exception when check_violation then
  get stacked diagnostics broken = constraint_name;
  if broken <> 'no_overdraft' then raise; end if;
  return false;
end $$;

-- Takes money of a wallet for a booking, as a payment of its own. False, and nothing is changed: the
-- wallet has not got it. What comes of the payment is the caller's to write.
create function take_from_wallet(
  p_id uuid, p_reference text, p_person uuid, p_booking uuid, p_amount_kobo bigint, p_principal text, p_key text
) returns boolean language plpgsql as $$
declare broken text;
begin
  delete from wallet_hold where booking_id = p_booking;
  insert into payment (id, reference, purpose, booking_id, person_id, provider, amount_kobo, status, paid_kobo,
      idempotency_principal, idempotency_key, expires_at, settled_at, next_check_at)
    values (p_id, p_reference, 'booking', p_booking, p_person, 'wallet', p_amount_kobo, 'succeeded', p_amount_kobo,
      p_principal, p_key, now(), now(), 'infinity');
  perform post_transfer('charge:' || p_reference, 'charge:' || p_reference, account_of('wallet', p_person::text, false),
    account_of('customer_prepaid', p_booking::text), p_amount_kobo, 'payment', p_booking);
  return true;
exception when check_violation then
  get stacked diagnostics broken = constraint_name;
  if broken <> 'no_overdraft' then raise; end if;
  return false;
end $$;

-- Writes an attempt to pay a booking, before its provider hears of it: the booking awaits its money,
-- keeps its seats p_extend_to minutes in all if told, and the wallet's part is set aside. The attempt
-- ends a minute before the hold does, but lasts at least one. False: the wallet has not got its part.
create function open_attempt(
  p_id uuid, p_reference text, p_booking uuid, p_person uuid, p_provider text, p_channel text, p_amount_kobo bigint,
  p_wallet_part_kobo bigint, p_extend_to int, p_principal text, p_key text
) returns boolean language plpgsql as $$
begin
  update booking set status = 'awaiting_payment' where id = p_booking and status = 'held';
  if p_extend_to is not null then perform extend_hold(p_booking, p_extend_to); end if;
  insert into payment (id, reference, purpose, booking_id, person_id, provider, channel, amount_kobo, wallet_part_kobo,
      idempotency_principal, idempotency_key, expires_at)
    select p_id, p_reference, 'booking', b.id, p_person, p_provider, p_channel, p_amount_kobo, p_wallet_part_kobo,
      p_principal, p_key, greatest(b.hold_expires_at - interval '1 minute', clock_timestamp() + interval '1 minute')
    from booking b where b.id = p_booking;
  return hold_in_wallet(p_booking, p_id, p_person, p_wallet_part_kobo);
end $$;

-- A wallet's money waits no longer than the seats do, even where a company's money may still come.
create or replace function expire_holds(p_limit int) returns int language sql as $$
  with waited as (
    delete from wallet_hold h using booking b where b.id = h.booking_id and b.hold_expires_at < clock_timestamp()
  ), gone as materialized (
    select b.id from booking b
    where b.status in ('held', 'awaiting_payment') and b.hold_expires_at < clock_timestamp() and not awaits_money(b.id)
    order by b.hold_expires_at limit p_limit for update of b skip locked
  ), claims as materialized (
    select c.trip_id, c.seat, c.leg from seat_claim c join gone on c.booking_id = gone.id
    where c.expires_at is not null order by c.trip_id, c.seat, c.leg for update of c
  ), freed as (
    delete from seat_claim c using claims f where (c.trip_id, c.seat, c.leg) = (f.trip_id, f.seat, f.leg)
  ), expired as (
    update booking b set status = 'expired' from gone where b.id = gone.id returning b.id
  )
  select count(*)::int from expired
$$;

-- As before, but what a wallet paid always goes back into it, whatever was chosen for the rest.
create or replace function raise_refund(
  p_payment uuid, p_amount_kobo bigint, p_reason text, p_destination text, p_effect text, p_seats smallint[], p_settled boolean
) returns uuid language plpgsql as $$
declare
  pay payment%rowtype;
  made uuid;
  goes_to text;
  wallet_owner text;
begin
  select * into strict pay from payment where id = p_payment for update;
  goes_to := case pay.provider when 'wallet' then 'wallet' else p_destination end;
  insert into refund (id, payment_id, booking_id, seats, amount_kobo, destination, reason, effect)
    values (gen_random_uuid(), p_payment, pay.booking_id, p_seats, p_amount_kobo, goes_to, p_reason, p_effect)
    on conflict (effect) do nothing returning id into made;
  if made is null then return null; end if;
  if p_settled then
    perform unsettle_booking(pay.booking_id, p_amount_kobo, p_reason, 'refund:' || made);
  else
    perform post_transfer('refund:' || made, 'refund:' || made, account_of('customer_prepaid', pay.booking_id::text),
      account_of('refund_payable', ''), p_amount_kobo, 'refund', pay.booking_id);
  end if;
  if goes_to = 'source' then
    update payment set refund_pending_kobo = refund_pending_kobo + p_amount_kobo where id = p_payment;
    return made;
  end if;
  select coalesce(pay.person_id, user_id)::text into wallet_owner from booking where id = pay.booking_id;
  if wallet_owner is null then raise exception 'a guest has no wallet'; end if;
  update payment set refunded_kobo = refunded_kobo + p_amount_kobo where id = p_payment;
  update refund set state = 'succeeded', settled_at = now() where id = made;
  perform post_transfer('refund:' || made || ':wallet', 'refund:' || made, account_of('refund_payable', ''),
    account_of('wallet', wallet_owner, false), p_amount_kobo, 'refund', pay.booking_id);
  return made;
end $$;

-- As before; what a company took goes back first, so that the chosen way holds for as much as can be.
create or replace function request_refund(
  p_booking uuid, p_amount_kobo bigint, p_reason text, p_destination text, p_effect text, p_seats smallint[]
) returns setof uuid language plpgsql as $$
declare
  pay record;
  rest bigint := p_amount_kobo;
  part bigint;
begin
  if p_amount_kobo = 0
    or exists (select from refund where booking_id = p_booking and starts_with(effect, p_effect || '#'))
  then return; end if;
  for pay in
    select id, paid_kobo - refunded_kobo - refund_pending_kobo as open_kobo from payment
    where booking_id = p_booking and outcome in ('confirmed', 'confirmed_other_seats')
    order by provider = 'wallet', settled_at, id for update
  loop
    part := least(rest, pay.open_kobo);
    continue when part <= 0;
    return next raise_refund(pay.id, part, p_reason, p_destination, p_effect || '#' || pay.id, p_seats, true);
    rest := rest - part;
  end loop;
  if rest > 0 then raise exception 'booking % has % kobo less than the refund', p_booking, rest; end if;
end $$;
