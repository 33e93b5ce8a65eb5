-- Small payments out of a wallet need no PIN, but add up to ₦20,000 in 24 hours at most.

-- without_pin_kobo: what of a wallet this attempt takes, or may take, without its PIN. An attempt that fails
-- counts too: its money may still be asked for.
alter table payment
  add column without_pin_kobo bigint not null default 0,
  add constraint only_small_sums_without_pin check (without_pin_kobo between 0 and 999999);
create index payment_without_pin on payment (person_id, created_at) where without_pin_kobo > 0;

-- Under the lock of the wallet's account, so that two phones that pay at once are counted one by one.
create function limit_sum_without_pin() returns trigger language plpgsql as $$
declare
  most constant bigint := 2000000;
  spent bigint;
begin
  perform from account where id = account_of('wallet', new.person_id::text, false) for no key update;
  select coalesce(sum(without_pin_kobo), 0) into spent from payment
    where person_id = new.person_id and without_pin_kobo > 0 and created_at > now() - interval '24 hours';
  if spent + new.without_pin_kobo > most then
    raise exception 'small payments without a PIN add up to % kobo', spent + new.without_pin_kobo
      using errcode = 'check_violation', constraint = 'sum_without_pin';
  end if;
  return new;
end $$;
create trigger payment_sum_without_pin before insert on payment for each row
  when (new.without_pin_kobo > 0) execute function limit_sum_without_pin();

-- As before; p_without_pin_kobo: what of it no PIN was asked for.
drop function take_from_wallet(uuid, text, uuid, uuid, bigint, text, text);
create function take_from_wallet(
  p_id uuid, p_reference text, p_person uuid, p_thing uuid, p_amount_kobo bigint, p_principal text, p_key text,
  p_without_pin_kobo bigint default 0
) returns boolean language plpgsql as $$
declare
  parcel_paid uuid := (select id from parcel where id = p_thing);
  broken text;
begin
  delete from wallet_hold where booking_id = p_thing or parcel_id = p_thing;
  insert into payment (id, reference, purpose, booking_id, parcel_id, person_id, provider, amount_kobo, status, paid_kobo,
      without_pin_kobo, idempotency_principal, idempotency_key, expires_at, settled_at, next_check_at)
    values (p_id, p_reference, case when parcel_paid is null then 'booking' else 'parcel' end,
      case when parcel_paid is null then p_thing end, parcel_paid, p_person, 'wallet', p_amount_kobo, 'succeeded',
      p_amount_kobo, p_without_pin_kobo, p_principal, p_key, now(), now(), 'infinity');
  perform post_transfer('charge:' || p_reference, 'charge:' || p_reference, account_of('wallet', p_person::text, false),
    account_of('customer_prepaid', p_thing::text), p_amount_kobo, 'payment', p_thing);
  return true;
exception when check_violation then
  get stacked diagnostics broken = constraint_name;
  if broken <> 'no_overdraft' then raise; end if;
  return false;
end $$;

-- As before; p_is_proved: its PIN was said for the wallet's part, so that this does not count.
drop function open_attempt(uuid, text, uuid, uuid, text, text, bigint, bigint, int, text, text);
create function open_attempt(
  p_id uuid, p_reference text, p_thing uuid, p_person uuid, p_provider text, p_channel text, p_amount_kobo bigint,
  p_wallet_part_kobo bigint, p_extend_to int, p_principal text, p_key text, p_is_proved boolean default false
) returns boolean language plpgsql as $$
begin
  update booking set status = 'awaiting_payment' where id = p_thing and status = 'held';
  if p_extend_to is not null then perform extend_hold(p_thing, p_extend_to); end if;
  insert into payment (id, reference, purpose, booking_id, parcel_id, person_id, provider, channel, amount_kobo,
      wallet_part_kobo, without_pin_kobo, idempotency_principal, idempotency_key, expires_at)
    select p_id, p_reference, purpose, booking_id, parcel_id, p_person, p_provider, p_channel, p_amount_kobo,
      p_wallet_part_kobo, case when p_is_proved then 0 else p_wallet_part_kobo end, p_principal, p_key,
      greatest(until_ts - interval '1 minute', clock_timestamp() + interval '1 minute')
    from (
      select 'booking' as purpose, id as booking_id, null::uuid as parcel_id, hold_expires_at as until_ts
        from booking where id = p_thing
      union all
      select 'parcel', null, id, least(pay_until, clock_timestamp() + interval '31 minutes') from parcel where id = p_thing
    ) thing;
  return hold_in_wallet(p_thing, p_id, p_person, p_wallet_part_kobo);
end $$;

-- As before; p_is_proved: its PIN was said, so that this does not count.
drop function pay_from_wallet(uuid, text, uuid, uuid, text, text, smallint, bytea[], text[], bytea);
create function pay_from_wallet(
  p_id uuid, p_reference text, p_person uuid, p_thing uuid, p_principal text, p_key text,
  p_kid smallint, p_ticket_ids bytea[], p_ticket_codes text[], p_pin_hash bytea default null, p_is_proved boolean default false
) returns payment_effect language plpgsql as $$
declare wanted money_wanted := lock_for_money(p_thing);
begin
  if not take_from_wallet(p_id, p_reference, p_person, p_thing, wanted.total_kobo, p_principal, p_key,
    case when p_is_proved then 0 else wanted.total_kobo end)
  then
    return row('balance_too_low', wanted.booking_id, null, null, wanted.parcel_id)::payment_effect;
  end if;
  return use_money(wanted, array[p_id], null, p_kid, p_ticket_ids, p_ticket_codes, p_pin_hash);
end $$;
