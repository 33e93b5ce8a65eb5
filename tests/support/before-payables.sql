-- Bookings, parcels and wallets in every state, made by the functions of a database as it was before payables.
-- TRIP is a departure from which the others are copied.
create schema before;

create function before.id(p_kind int, n int) returns uuid language sql immutable as $$
  select ('00000000-0000-700' || p_kind || '-8000-' || lpad(to_hex(n), 12, '0'))::uuid
$$;
-- Attempt k to pay thing n, by its reference.
create function before.pay_ref(p_kind int, n int, k int) returns text language sql immutable as $$
  select 'P' || p_kind || '-' || n || '-' || k
$$;

insert into trip (id, schedule_id, service_date, departs_at, arrives_at, sales_close_at)
  select before.id(4, n), schedule_id, service_date + n + 1, departs_at, arrives_at, sales_close_at
  from trip, generate_series(0, 2100) n where id = 'TRIP';
insert into person (id, full_name, referral_code) select before.id(7, n), 'Ada Obi', 'R' || n from generate_series(0, 1400) n;
select post_transfer('reward:' || n, 'reward:' || n, account_of('promo_expense', ''),
  account_of('wallet', before.id(7, n)::text, false), 5000000, 'reward') from generate_series(0, 1400) n;

create function before.hold(n int, p_trip int, p_person uuid) returns uuid language plpgsql as $$
declare
  premium constant int := case when n % 2 = 0 then 10000 else 0 end;
  came_of text;
begin
  select outcome into came_of from hold_seats(before.id(6, n), 'BOOK' || lpad(n::text, 6, '0'), before.id(4, p_trip), 0::smallint,
    1::smallint, '{4,5}', '{adult,adult}', 'device:' || n || '-' || p_trip, p_person, sha256(n::text::bytea),
    jsonb_build_object('total_kobo', 2083000 + premium, 'lines', jsonb_build_array(
      jsonb_build_object('code', 'seat', 'amount_kobo', 2000000), jsonb_build_object('code', 'park_fee', 'amount_kobo', 40000),
      jsonb_build_object('code', 'booking_fee', 'amount_kobo', 40000), jsonb_build_object('code', 'vat', 'amount_kobo', 3000))
      || case when premium > 0 then jsonb_build_array(jsonb_build_object('code', 'insurance', 'amount_kobo', premium)) else '[]' end),
    2083000 + premium, 10);
  if came_of <> 'held' then raise exception 'booking %: %', n, came_of; end if;
  update booking set contact_name = 'Ada Obi', contact_phone = '+2348031234567' where id = before.id(6, n);
  insert into passenger (booking_id, seat, full_name, gender, passenger_type, address)
    select before.id(6, n), seat, 'Ada Obi', 'female', 'adult', '1 Jibowu Road' from unnest(array[4, 5]) seat;
  return before.id(6, n);
end $$;

create function before.price(p_thing uuid) returns bigint language sql as $$
  select coalesce((select total_kobo from booking where id = p_thing), (select total_kobo from parcel where id = p_thing))
$$;

-- Opens attempt k, with a part out of the wallet.
create function before.open(p_kind int, n int, k int, p_person uuid, p_part bigint default 0) returns void language plpgsql as $$
declare thing constant uuid := before.id(p_kind, n);
begin
  if not open_attempt(before.id(case p_kind when 6 then 8 else 9 end, n * 10 + k), before.pay_ref(p_kind, n, k), thing, p_person,
    case when n % 2 = 0 then 'paystack' else 'flutterwave' end, 'card', before.price(thing) - p_part, p_part, null, null, null, true)
  then
    raise exception 'no money for % %', p_kind, n;
  end if;
end $$;

-- Money of attempt k lands, so much more or less than asked.
create function before.land(p_kind int, n int, k int, p_wanted text, p_more bigint default 0) returns void language plpgsql as $$
declare came_of text;
begin
  select result into came_of from apply_payment(before.pay_ref(p_kind, n, k), 'succeeded',
    (select amount_kobo from payment where reference = before.pay_ref(p_kind, n, k)) + p_more, 'NGN', 'c' || n, 'card', 1::smallint,
    array(select substr(sha256((p_kind || '-' || n || '-' || k || '-' || s)::bytea), 1, 8) from generate_series(1, 2) s),
    array(select 'T' || p_kind || '-' || n || '-' || k || '-' || s from generate_series(1, 2) s), sha256('pin'));
  if came_of <> p_wanted then raise exception '% % %: %, not %', p_kind, n, k, came_of, p_wanted; end if;
end $$;

create function before.from_wallet(p_kind int, n int, p_person uuid) returns void language plpgsql as $$
declare came_of text;
begin
  select result into came_of from pay_from_wallet(before.id(case p_kind when 6 then 8 else 9 end, n * 10 + 5),
    before.pay_ref(p_kind, n, 5), p_person, before.id(p_kind, n), null, null, 1::smallint,
    array(select substr(sha256((p_kind || '-' || n || '-w-' || s)::bytea), 1, 8) from generate_series(1, 2) s),
    array(select 'T' || p_kind || '-' || n || '-w-' || s from generate_series(1, 2) s), sha256('pin'), true);
  if came_of <> 'confirmed' then raise exception '% % from the wallet: %', p_kind, n, came_of; end if;
end $$;

create function before.cancel(n int, p_back bigint, p_to text, p_reason text, p_status text, p_seats smallint[] default '{4,5}')
returns void language plpgsql as $$
begin
  perform cancel_seats(before.id(6, n), p_seats, p_status);
  perform request_refund(before.id(6, n), p_back, p_reason, p_to, 'cancel:' || n, p_seats);
  update booking set refunded_kobo = p_back where id = before.id(6, n);
end $$;

create function before.heard_of_refunds(p_thing uuid, p_states text[]) returns void language plpgsql as $$
declare heard text;
begin
  foreach heard in array p_states loop
    perform settle_refund(r.id, heard, 'r') from refund r join payment p on p.id = r.payment_id
      where p_thing in (p.booking_id, p.parcel_id) and r.destination = 'source';
  end loop;
end $$;

create function before.a_booking(n int) returns void language plpgsql as $$
declare
  case_of constant int := n % 20;
  who constant uuid := case when case_of in (1, 3, 4, 12, 13) and n % 40 < 20 then null else before.id(7, n) end;
  it constant uuid := before.hold(n, n, who);
begin
  -- Of these nobody has begun to pay: 0 waits, 9 has run out, 10 was given up.
  if case_of = 9 then
    update booking set hold_expires_at = now() - interval '1 minute' where booking.id = it;
  elsif case_of = 10 then perform release_booking(it);
  elsif case_of = 5 then perform before.from_wallet(6, n, who);
  elsif case_of > 0 then
    perform before.open(6, n, 1, who, case when case_of in (2, 6, 14) then 500000 else 0 end);
  end if;
  case case_of
    when 3, 12, 13, 15, 16, 19 then perform before.land(6, n, 1, 'confirmed');
    when 4 then perform before.land(6, n, 1, 'confirmed', 12300);
    when 6, 14 then perform before.land(6, n, 1, 'confirmed');
    when 7 then perform before.land(6, n, 1, 'refunded_short', -100);
    when 8 then
      perform before.open(6, n, 2, who);
      perform before.land(6, n, 1, 'confirmed');
      perform before.land(6, n, 2, 'refunded_twice');
    when 11 then
      perform release_booking(it);
      perform before.land(6, n, 1, 'refunded_late');
    when 17 then
      update seat_claim set expires_at = now() - interval '1 minute' where booking_id = it;
      perform before.hold(10000 + n, n, null);
      perform before.land(6, n, 1, 'confirmed_other_seats');
    when 18 then perform apply_payment(before.pay_ref(6, n, 1), 'failed', null, null, null, null, 1::smallint, '{}', '{}');
    else null;
  end case;
  case case_of
    when 12 then perform before.cancel(n, 1500001, 'source', 'cancelled', 'cancelled');
    when 13 then
      perform before.cancel(n, 700000, 'source', 'cancelled', 'cancelled', '{5}');
      perform before.heard_of_refunds(it, '{submitted,succeeded}');
    when 14 then perform before.cancel(n, 1900000, 'wallet', 'cancelled', 'cancelled');
    when 15 then
      perform before.cancel(n, before.price(it), 'source', 'operator_cancelled', 'operator_cancelled');
      update refund set tries = 6 where booking_id = it;
      perform before.heard_of_refunds(it, '{failed}');
    when 16 then update booking set status = case when n % 40 < 20 then 'travelled' else 'completed' end where booking.id = it;
    when 19 then
      perform move_booking(it, before.id(4, 1000 + n), 0::smallint, 1::smallint, '{4,5}', '{6,7}', '{adult,adult}', fare,
        total_kobo - 100000, 10::smallint, total_kobo, total_kobo - 100000, 1::smallint,
        array[substr(sha256(('m' || n)::bytea), 1, 8), substr(sha256(('o' || n)::bytea), 1, 8)], array['M' || n, 'O' || n])
        from booking where booking.id = it;
      perform request_refund(it, 100000, 'price_difference', 'source', 'move:' || it || ':' || before.id(4, n), '{6,7}');
      update booking set refunded_kobo = 100000 where booking.id = it;
    else null;
  end case;
end $$;

create function before.a_parcel(n int) returns void language plpgsql as $$
declare
  case_of constant int := n % 15;
  it constant uuid := before.id(5, n);
  who constant uuid := before.id(7, 1000 + n);
  insured constant boolean := case_of in (9, 12);
begin
  insert into parcel_quote (id, asked, route_id, operator_id, trip_id, leg_from, leg_to, price, total_kobo, valid_until)
    select before.id(3, n), '{}', r.id, s.operator_id, t.id, 0, 1, jsonb_build_object('total_kobo', 553625, 'lines', jsonb_build_array(
        jsonb_build_object('code', 'carriage', 'amount_kobo', 500000 - case when insured then 10000 else 0 end),
        jsonb_build_object('code', 'service_fee', 'amount_kobo', 15000), jsonb_build_object('code', 'vat', 'amount_kobo', 38625))
        || case when insured then jsonb_build_array(jsonb_build_object('code', 'cover', 'amount_kobo', 10000)) else '[]' end),
      553625, now() + interval '1 day'
    from trip t join schedule s on s.id = t.schedule_id, (select id from parcel_route order by id limit 1) r where t.id = 'TRIP';
  insert into parcel (id, tracking_id, user_id, quote_id, route_id, operator_id, trip_id, leg_from, leg_to, size_code,
      weight_grams, type_code, add_ons, declared_value_kobo, cover_kobo, price, total_kobo, pay_until)
    select before.id(5, n), 'PARC' || lpad(n::text, 6, '0'), who, q.id, route_id, operator_id, trip_id, 0, 1, 'small', 1000,
      'clothes', case when insured then '{full_cover}'::text[] else '{}' end, 1000000, 1000000, price, total_kobo,
      now() + interval '2 days'
    from parcel_quote q where q.id = before.id(3, n);
  -- 0 waits and 1 was never paid.
  if case_of = 1 then
    update parcel set pay_until = now() - interval '1 minute' where parcel.id = it;
    perform expire_parcels(10);
  elsif case_of = 4 then perform before.from_wallet(5, n, who);
  elsif case_of > 0 then
    perform before.open(5, n, 1, who, case when case_of in (3, 5) then 100000 else 0 end);
  end if;
  case
    when case_of in (2, 3) then null;
    when case_of = 6 then perform before.land(5, n, 1, 'refunded_short', -100);
    when case_of = 7 then
      update parcel set state = 'cancelled', ended_at = now() where parcel.id = it;
      perform before.land(5, n, 1, 'refunded_late');
    when case_of = 8 then
      perform before.open(5, n, 2, who);
      perform before.land(5, n, 1, 'confirmed', 5000);
      perform before.land(5, n, 2, 'refunded_twice');
    when case_of in (5, 9, 10, 11, 12, 13, 14) then perform before.land(5, n, 1, 'confirmed');
    else null;
  end case;
  case
    when case_of in (9, 12) then
      insert into parcel_event (id, parcel_id, kind, occurred_at) values
        (gen_random_uuid(), it, 'received', now()), (gen_random_uuid(), it, 'lost', now());
      update parcel set received_at = now(), state = 'received' where parcel.id = it;
      update parcel set state = 'lost' where parcel.id = it;
      insert into parcel_claim (id, parcel_id, insured, kind, words, asked_kobo, state, granted_kobo, answered_by, staff_key_id, decided_at)
        select before.id(2, n), p.id, p.insured, 'lost', 'It never came.', 20000, 'to_be_paid', 20000, 'staff', k.id, now()
        from parcel p, staff_key k where p.id = it;
      -- 12 waits until the insurance has it.
      if case_of = 9 then perform pay_claim(before.id(2, n)); end if;
    when case_of = 10 then
      perform request_refund(it, before.price(it), 'cancelled', 'source', 'cancel:' || it, '{}');
      update parcel set state = 'cancelled', ended_at = now() where parcel.id = it;
    when case_of = 11 then
      insert into parcel_event (id, parcel_id, kind, occurred_at) values (gen_random_uuid(), it, 'received', now());
      update parcel set received_at = now(), state = 'received' where parcel.id = it;
      perform request_refund(it, 537500, 'cancelled', 'wallet', 'cancel:' || it, '{}');
      update parcel set state = 'cancelled', ended_at = now() where parcel.id = it;
    when case_of = 13 then
      update parcel set state = (array['received', 'loaded', 'in_transit', 'at_hub', 'ready_for_pickup', 'on_hold'])[1 + n / 15 % 6]
        where parcel.id = it;
    when case_of = 14 then
      update parcel set state = 'delivered', proved_at = now(), ended_at = now() where parcel.id = it;
    else null;
  end case;
end $$;

create function before.a_top_up(n int) returns void language plpgsql as $$
begin
  insert into payment (id, reference, purpose, person_id, provider, channel, amount_kobo, expires_at)
    values (before.id(1, n), 'WALLET-' || n, 'wallet', before.id(7, 1300 + n), 'paystack', 'card', 100000 + n, now() + interval '1 hour');
  if n % 4 = 1 then update person set erased_at = now() where id = before.id(7, 1300 + n); end if;
  if n % 4 = 2 then return; end if;
  perform apply_payment('WALLET-' || n, case when n % 4 = 3 then 'failed' else 'succeeded' end, 100000 + n, 'NGN', 't' || n, 'card',
    1::smallint, '{}', '{}');
end $$;

insert into staff_key (id, name, sha256, label, scopes) values (before.id(1, 0), 'ATTACK', sha256('x'), 'x', '{claims}');
select before.a_booking(n) from generate_series(0, 999) n;
select expire_holds(1000);
select before.a_parcel(n) from generate_series(0, 299) n;
select before.a_top_up(n) from generate_series(1, 60) n;
