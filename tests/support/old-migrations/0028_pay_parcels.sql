-- How money that lands becomes a waybill, or tickets: the functions of 0010 to 0018 for any thing.

-- Sets money of a wallet aside for one attempt, in place of what an earlier attempt for the thing had
-- set aside. False: it is not there. Nothing to set aside frees what was.
drop function hold_in_wallet(uuid, uuid, uuid, bigint);
create function hold_in_wallet(p_thing uuid, p_payment uuid, p_person uuid, p_amount_kobo bigint) returns boolean
language plpgsql as $$
declare broken text;
begin
  delete from wallet_hold where booking_id = p_thing or parcel_id = p_thing;
  if p_amount_kobo > 0 then
    insert into wallet_hold (booking_id, parcel_id, payment_id, account_id, amount_kobo)
      select booking_id, parcel_id, id, account_of('wallet', p_person::text, false), p_amount_kobo
      from payment where id = p_payment;
  end if;
  return true;
exception when check_violation then
  get stacked diagnostics broken = constraint_name;
  if broken <> 'no_overdraft' then raise; end if;
  return false;
end $$;

-- Takes money of a wallet for a thing, as a payment of its own. False, and nothing is changed: the
-- wallet has not got it. What comes of the payment is the caller's to write.
drop function take_from_wallet(uuid, text, uuid, uuid, bigint, text, text);
create function take_from_wallet(
  p_id uuid, p_reference text, p_person uuid, p_thing uuid, p_amount_kobo bigint, p_principal text, p_key text
) returns boolean language plpgsql as $$
declare
  parcel_paid uuid := (select id from parcel where id = p_thing);
  broken text;
begin
  delete from wallet_hold where booking_id = p_thing or parcel_id = p_thing;
  insert into payment (id, reference, purpose, booking_id, parcel_id, person_id, provider, amount_kobo, status, paid_kobo,
      idempotency_principal, idempotency_key, expires_at, settled_at, next_check_at)
    values (p_id, p_reference, case when parcel_paid is null then 'booking' else 'parcel' end,
      case when parcel_paid is null then p_thing end, parcel_paid, p_person, 'wallet', p_amount_kobo, 'succeeded',
      p_amount_kobo, p_principal, p_key, now(), now(), 'infinity');
  perform post_transfer('charge:' || p_reference, 'charge:' || p_reference, account_of('wallet', p_person::text, false),
    account_of('customer_prepaid', p_thing::text), p_amount_kobo, 'payment', p_thing);
  return true;
exception when check_violation then
  get stacked diagnostics broken = constraint_name;
  if broken <> 'no_overdraft' then raise; end if;
  return false;
end $$;

-- Writes an attempt to pay a thing, before its provider hears of it, and sets the wallet's part aside. A
-- booking awaits its money from then on, and keeps its seats p_extend_to minutes in all if told. The attempt
-- ends a minute before the time to pay does, a parcel's after half an hour, but lasts at least a minute.
-- False: the wallet has not got its part.
drop function open_attempt(uuid, text, uuid, uuid, text, text, bigint, bigint, int, text, text);
create function open_attempt(
  p_id uuid, p_reference text, p_thing uuid, p_person uuid, p_provider text, p_channel text, p_amount_kobo bigint,
  p_wallet_part_kobo bigint, p_extend_to int, p_principal text, p_key text
) returns boolean language plpgsql as $$
begin
  update booking set status = 'awaiting_payment' where id = p_thing and status = 'held';
  if p_extend_to is not null then perform extend_hold(p_thing, p_extend_to); end if;
  insert into payment (id, reference, purpose, booking_id, parcel_id, person_id, provider, channel, amount_kobo,
      wallet_part_kobo, idempotency_principal, idempotency_key, expires_at)
    select p_id, p_reference, purpose, booking_id, parcel_id, p_person, p_provider, p_channel, p_amount_kobo,
      p_wallet_part_kobo, p_principal, p_key, greatest(until_ts - interval '1 minute', clock_timestamp() + interval '1 minute')
    from (
      select 'booking' as purpose, id as booking_id, null::uuid as parcel_id, hold_expires_at as until_ts
        from booking where id = p_thing
      union all
      select 'parcel', null, id, least(pay_until, clock_timestamp() + interval '31 minutes') from parcel where id = p_thing
    ) thing;
  return hold_in_wallet(p_thing, p_id, p_person, p_wallet_part_kobo);
end $$;

-- Ends parcels whose time to pay is over and for which no money can come, at most p_limit; which ones. A
-- wallet's money waits no longer than its attempt does, even where a company's money may still come.
create function expire_parcels(p_limit int) returns setof uuid language sql as $$
  with waited as (
    delete from wallet_hold h using payment p
    where p.id = h.payment_id and p.parcel_id is not null and p.expires_at < clock_timestamp()
  ), gone as materialized (
    select id from parcel
    where state = 'pending_payment' and pay_until < clock_timestamp() and not exists (
      -- A company that could not say anything for three days is not asked any more.
      select from payment y where y.parcel_id = parcel.id and y.status in ('initiated', 'pending')
        and y.next_check_at < 'infinity')
    order by pay_until limit p_limit for update skip locked
  ), ended as (
    update parcel p set state = 'cancelled', ended_at = now() from gone where p.id = gone.id returning p.id
  ), told as (
    insert into parcel_event (id, parcel_id, kind, occurred_at) select gen_random_uuid(), id, 'cancelled', now() from ended
  )
  select id from ended
$$;

-- The character that closes a reference, as contract/reference.ts makes it; O is read as 0, I and L as 1.
create function check_character(p_body text) returns text language plpgsql immutable as $$
declare
  alphabet constant text := '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  sum int := 0;
begin
  for place in 1 .. length(p_body) + 1 loop
    sum := case when sum < 16 then sum << 1 else (sum << 1) # 37 end;
    exit when place > length(p_body);
    sum := sum # (position(substr(translate(p_body, 'OIL', '011'), place, 1) in alphabet) - 1);
  end loop;
  return substr(alphabet, sum + 1, 1);
end $$;

-- A waybill's number: the state where the parcel starts, eight digits and a check character.
create function new_waybill(p_route int) returns text language sql volatile as $$
  select body || check_character(body)
  from parcel_route r join city c on c.id = r.from_city_id,
    lateral (select upper(c.state_code) || lpad(nextval('waybill_number')::text, 8, '0') as body) b
  where r.id = p_route
$$;

-- Money has landed for a parcel: it may travel now, with its waybill and the hash of its first pickup PIN.
-- confirmed | already_confirmed | too_late. The money is the caller's.
create function confirm_parcel(p_parcel uuid, p_pin_hash bytea) returns text language plpgsql as $$
declare sent parcel%rowtype;
begin
  select * into strict sent from parcel where id = p_parcel for update;
  if sent.state = 'cancelled' then return 'too_late'; end if;
  if sent.paid_kobo > 0 then return 'already_confirmed'; end if;
  update parcel set state = 'paid', paid_kobo = total_kobo, paid_at = now(), waybill = new_waybill(route_id),
    pin_issue = 1, pin_hash = p_pin_hash where id = p_parcel;
  insert into parcel_event (id, parcel_id, kind, occurred_at) values (gen_random_uuid(), p_parcel, 'paid', now());
  return 'confirmed';
end $$;

-- `parcel_id`: what was paid, where it is no booking.
alter type payment_effect add attribute parcel_id uuid;

-- A thing that money comes for, locked. `refusal`: why all of it must go back; null when nothing speaks against it.
create type money_wanted as (booking_id uuid, parcel_id uuid, total_kobo bigint, refusal text);
create function lock_for_money(p_thing uuid) returns money_wanted language plpgsql as $$
declare wanted money_wanted;
begin
  select id, null, total_kobo, case
      when status in ('confirmed', 'travelled', 'completed') then 'paid_twice'
      when status in ('cancelled', 'operator_cancelled') then case when paid_kobo > 0 then 'paid_twice' else 'paid_late' end
    end into wanted from booking where id = p_thing for update;
  if found then return wanted; end if;
  select null, id, total_kobo, case
      when state = 'cancelled' then 'paid_late'
      when paid_kobo > 0 then 'paid_twice'
    end into wanted from parcel where id = p_thing for update;
  return wanted;
end $$;

-- Money that has landed for a thing buys its tickets or its waybill, or all of it goes back: p_payments are
-- the rows it came with, a company's first; p_reason says why it must go back, null when nothing speaks against it.
drop function use_money(uuid, uuid[], text, smallint, bytea[], text[]);
create function use_money(
  p_thing money_wanted, p_payments uuid[], p_reason text, p_kid smallint, p_ticket_ids bytea[], p_ticket_codes text[],
  p_pin_hash bytea
) returns payment_effect language plpgsql as $$
declare
  came_of text;
  back_reason text := p_reason;
  over_kobo bigint;
  pay record;
  effect payment_effect;
begin
  effect.booking_id := p_thing.booking_id;
  effect.parcel_id := p_thing.parcel_id;
  if back_reason is null then
    came_of := case when p_thing.parcel_id is null
      then confirm_booking(p_thing.booking_id, p_kid, p_ticket_ids, p_ticket_codes)
      else confirm_parcel(p_thing.parcel_id, p_pin_hash) end;
    back_reason := case came_of when 'no_seats' then 'paid_late' when 'too_late' then 'paid_late'
      when 'already_confirmed' then 'paid_twice' end;
  end if;
  effect.result := coalesce(replace(back_reason, 'paid_', 'refunded_'), came_of);
  update payment set outcome = effect.result where id = any (p_payments);
  if back_reason is null then
    update booking set paid_kobo = total_kobo where id = p_thing.booking_id;
    perform settle(coalesce(p_thing.booking_id, p_thing.parcel_id));
    select sum(paid_kobo) - p_thing.total_kobo into over_kobo from payment where id = any (p_payments);
    if over_kobo > 0 then
      effect.refund_id := raise_refund(p_payments[1], over_kobo, 'paid_over', 'source', 'over:' || p_payments[1], '{}', false);
    end if;
    return effect;
  end if;
  for pay in select id, provider, paid_kobo from payment where id = any (p_payments) loop
    if pay.provider = 'wallet' then
      effect.wallet_refund_id := raise_refund(pay.id, pay.paid_kobo, back_reason, 'wallet', 'whole:' || pay.id, '{}', false);
    else
      effect.refund_id := raise_refund(pay.id, pay.paid_kobo, back_reason, 'source', 'whole:' || pay.id, '{}', false);
      delete from wallet_hold where payment_id = pay.id;
    end if;
  end loop;
  return effect;
end $$;

-- The wallet pays all of a thing that its caller has locked and found payable.
-- result: balance_too_low | confirmed | confirmed_other_seats | refunded_late | refunded_twice
drop function pay_from_wallet(uuid, text, uuid, uuid, text, text, smallint, bytea[], text[]);
create function pay_from_wallet(
  p_id uuid, p_reference text, p_person uuid, p_thing uuid, p_principal text, p_key text,
  p_kid smallint, p_ticket_ids bytea[], p_ticket_codes text[], p_pin_hash bytea default null
) returns payment_effect language plpgsql as $$
declare wanted money_wanted := lock_for_money(p_thing);
begin
  if not take_from_wallet(p_id, p_reference, p_person, p_thing, wanted.total_kobo, p_principal, p_key) then
    return row('balance_too_low', wanted.booking_id, null, null, wanted.parcel_id)::payment_effect;
  end if;
  return use_money(wanted, array[p_id], null, p_kid, p_ticket_ids, p_ticket_codes, p_pin_hash);
end $$;

-- The one way in which a payment changes after it was started. Whoever calls, however often and in
-- whatever order: the thing and the attempt are locked, success is final, money is posted once.
-- result: unknown_reference | already | pending | failed | abandoned | quarantined | credited | confirmed |
--         confirmed_other_seats | refunded_late | refunded_twice | refunded_short
drop function apply_payment(text, text, bigint, text, text, text, smallint, bytea[], text[]);
create function apply_payment(
  p_reference text, p_status text, p_amount_kobo bigint, p_currency text, p_provider_id text, p_channel text,
  p_kid smallint, p_ticket_ids bytea[], p_ticket_codes text[], p_pin_hash bytea default null
) returns payment_effect language plpgsql as $$
declare
  pay payment%rowtype;
  thing uuid;
  wanted money_wanted;
  payments uuid[];
  -- Why all of it goes back; null when it buys what it is for.
  back_reason text;
begin
  select * into pay from payment where reference = p_reference;
  if not found then return row('unknown_reference', null, null, null, null)::payment_effect; end if;
  -- Always the thing before its payments, as cancelling does, so that neither waits for the other.
  thing := coalesce(pay.booking_id, pay.parcel_id);
  if thing is not null then wanted := lock_for_money(thing); end if;
  select * into pay from payment where id = pay.id for update;
  if pay.status = 'succeeded' then
    return row('already', pay.booking_id, null, null, pay.parcel_id)::payment_effect;
  end if;
  if p_status <> 'succeeded' then
    return row(note_unpaid(pay, p_status), pay.booking_id, null, null, pay.parcel_id)::payment_effect;
  end if;
  if p_currency is distinct from pay.currency or coalesce(p_amount_kobo, 0) <= 0 then
    return row(quarantine(pay, p_amount_kobo, p_currency), pay.booking_id, null, null, pay.parcel_id)::payment_effect;
  end if;

  update payment set status = 'succeeded', paid_kobo = p_amount_kobo, failure = null, settled_at = now(),
    provider_id = coalesce(p_provider_id, provider_id), channel = coalesce(p_channel, channel) where id = pay.id;
  if pay.purpose = 'wallet' then return fill_wallet(pay, p_amount_kobo); end if;
  perform post_transfer('charge:' || pay.reference, 'charge:' || pay.reference, account_of('psp_clearing', pay.provider),
    account_of('customer_prepaid', thing::text), p_amount_kobo, 'charge', thing);

  payments := array[pay.id];
  back_reason := coalesce(wanted.refusal,
    case when p_amount_kobo + pay.wallet_part_kobo < wanted.total_kobo then 'paid_short' end);
  if back_reason is null and p_amount_kobo < wanted.total_kobo then
    -- The wallet gives what is missing: its part, or less where too much was sent.
    payments := payments || gen_random_uuid();
    if not take_from_wallet(payments[2], pay.reference || '.wallet', pay.person_id, thing,
      wanted.total_kobo - p_amount_kobo, null, null)
    then
      payments := payments[1:1];
      back_reason := 'paid_short';
    end if;
  end if;
  return use_money(wanted, payments, back_reason, p_kid, p_ticket_ids, p_ticket_codes, p_pin_hash);
end $$;

-- Pays a claim into the sender's wallet, out of the insurance where the parcel had full cover, else at its
-- operator's cost; once. False: it was paid already. The caller holds the claim's row.
create function pay_claim(p_claim uuid, p_parcel uuid, p_amount bigint) returns boolean language plpgsql as $$
declare
  sent parcel%rowtype;
  ref text := 'claim:' || p_claim;
begin
  select * into strict sent from parcel where id = p_parcel for update;
  if p_amount > sent.cover_kobo then
    raise exception 'parcel % is covered for % kobo, not %', p_parcel, sent.cover_kobo, p_amount;
  end if;
  return post_transfer(ref, ref,
    case when 'full_cover' = any (sent.add_ons) then account_of('insurance_payable', '')
      else account_of('operator_payable', sent.operator_id::text) end,
    account_of('wallet', sent.user_id::text, false), p_amount, 'claim', p_parcel);
end $$;

-- A departure finds its parcels, and what was quoted and scanned for it.
create index parcel_trip on parcel (trip_id);
create index parcel_loaded_trip on parcel (loaded_trip_id) where loaded_trip_id is not null;
create index parcel_quote_trip on parcel_quote (trip_id);
create index parcel_event_trip on parcel_event (trip_id) where trip_id is not null;
