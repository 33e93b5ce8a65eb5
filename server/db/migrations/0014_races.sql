-- Whether money for a booking may still arrive from an attempt that nobody has ended.
create function awaits_money(p_booking uuid) returns boolean language sql volatile as $$
  select exists (select from payment where booking_id = p_booking and status in ('initiated', 'pending'))
$$;

-- Holds seats: held | seat_taken | already_paying (and which) | trip_not_on_sale | too_many_holds.
-- A hold of the same holder on the same trip gives way, but only if the new one succeeds, and never
-- under a payment that may still land. People who are known by their address alone share it, so
-- nobody's hold gives way there.
create or replace function hold_seats(
  p_id uuid, p_reference text, p_trip uuid, p_from smallint, p_to smallint, p_seats smallint[], p_types text[],
  p_holder text, p_user uuid, p_guest_token_sha256 bytea, p_fare jsonb, p_total_kobo bigint, p_minutes int
) returns table (outcome text, hold_expires_at timestamptz, taken smallint[]) language plpgsql as $$
declare
  sellable smallint[];
  until_ts timestamptz := clock_timestamp() + make_interval(mins => p_minutes);
  is_shared constant boolean := p_holder like 'ip:%';
  mine uuid[];
  old uuid[];
begin
  perform pg_advisory_xact_lock(hashtextextended('hold:' || p_holder, 0));
  -- Locked before they are judged, so that a payment that is just being started is seen.
  perform from booking b
    where b.holder = p_holder and b.trip_id = p_trip and b.status in ('held', 'awaiting_payment') and not is_shared
    order by b.id for update;
  mine := array(select b.id from booking b
    where b.holder = p_holder and b.status in ('held', 'awaiting_payment') and b.hold_expires_at > clock_timestamp());
  old := array(select b.id from booking b
    where b.id = any (mine) and b.trip_id = p_trip and not is_shared and not awaits_money(b.id));

  -- Shared, so that an operator's cancellation waits for this hold and then finds it.
  perform from trip where id = p_trip for share;
  sellable := sellable_seats(p_trip, p_from);
  if sellable is null then
    return query select 'trip_not_on_sale', null::timestamptz, '{}'::smallint[];
    return;
  end if;
  if not p_seats <@ sellable then
    return query select 'seat_taken', null::timestamptz,
      (select array_agg(s order by s) from unnest(p_seats) s where s <> all (sellable));
    return;
  end if;
  if cardinality(mine) - cardinality(old) >= 2 then
    return query select 'too_many_holds', null::timestamptz, '{}'::smallint[];
    return;
  end if;

  for attempt in 1 .. 3 loop
    taken := seats_taken(p_trip, p_from, p_to, p_seats, old);
    exit when taken <> '{}';
    begin
      -- Rows that go and rows that come are locked together, in order.
      if old <> '{}' then
        perform from seat_claim c
          where c.trip_id = p_trip and (c.booking_id = any (old) or c.seat = any (p_seats))
          order by c.seat, c.leg for update;
      end if;
      insert into booking (id, reference, trip_id, leg_from, leg_to, seats, passenger_types, status, user_id,
          guest_token_sha256, holder, fare, total_kobo, hold_expires_at)
        values (p_id, p_reference, p_trip, p_from, p_to, p_seats, p_types, 'held', p_user,
          p_guest_token_sha256, p_holder, p_fare, p_total_kobo, until_ts);
      if not take_seats(p_id, p_trip, p_from, p_to, p_seats, until_ts, old) then
        raise exception using errcode = 'WK001';
      end if;
      delete from seat_claim c where c.trip_id = p_trip and c.booking_id = any (old);
      update booking b set status = 'expired' where b.id = any (old);
      return query select 'held', until_ts, '{}'::smallint[];
      return;
    exception when sqlstate 'WK001' or deadlock_detected then
      -- Lost the race: look again at who has what.
    end;
  end loop;
  if taken <> '{}' and not is_shared and taken <@ array(select c.seat from seat_claim c
    where c.trip_id = p_trip and c.booking_id = any (mine) and c.leg >= p_from and c.leg < p_to)
  then
    return query select 'already_paying', null::timestamptz, taken;
    return;
  end if;
  return query select 'seat_taken', null::timestamptz, case when taken = '{}' then p_seats else taken end;
end $$;

-- Claims seats for good and issues their tickets, all or nothing. False when somebody has one of them:
-- by a claim, or by a live ticket although the claims say otherwise (the second guard). A deadlock says
-- nothing about who has them: it undoes the whole transaction, which is then tried again.
create or replace function sell_seats(
  p_booking booking, p_trip uuid, p_from smallint, p_to smallint, p_seats smallint[], p_issue int, p_kid smallint,
  p_ticket_ids bytea[], p_ticket_codes text[]
) returns boolean language plpgsql as $$
begin
  if not take_seats(p_booking.id, p_trip, p_from, p_to, p_seats, null, array[p_booking.id]) then
    raise exception using errcode = 'WK001';
  end if;
  insert into ticket (id, code, booking_id, trip_id, seat, leg_from, leg_to, issue, status, kid)
  select t.id, t.code, p_booking.id, p_trip, t.seat, p_from, p_to, p_issue, 'valid', p_kid
  from unnest(p_ticket_ids, p_ticket_codes, p_seats) t (id, code, seat)
  where t.seat is not null;
  return true;
exception when sqlstate 'WK001' or unique_violation then
  return false;
end $$;

-- Tidies holds that have run out, at most p_limit, and tells how many. Nothing depends on it: a hold
-- that ran out is taken over where it stands. A hold whose money may still come is left alone.
-- Claims are locked in the order in which buyers take them.
create or replace function expire_holds(p_limit int) returns int language sql as $$
  with gone as materialized (
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

-- Gives back part of what a confirmed booking paid, spread over its payments. A repeat of the effect
-- gives nothing more. The caller holds the booking's row.
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
    order by settled_at, id for update
  loop
    part := least(rest, pay.open_kobo);
    continue when part <= 0;
    return next raise_refund(pay.id, part, p_reason, p_destination, p_effect || '#' || pay.id, p_seats, true);
    rest := rest - part;
  end loop;
  if rest > 0 then raise exception 'booking % has % kobo less than the refund', p_booking, rest; end if;
end $$;

-- What follows the clock is found without walking over everything that has ever left.
create index trip_to_depart on trip (departs_at) where status in ('scheduled', 'boarding');
create index trip_under_way on trip (arrives_at) where status = 'departed';
create index booking_under_way on booking (trip_id) where status = 'travelled';
create index rate_bucket_refilled_at on rate_bucket (refilled_at);
