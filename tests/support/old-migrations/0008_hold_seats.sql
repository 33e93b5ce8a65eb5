-- Seats change hands only here: one round trip each, refusals come back as words, and claims are
-- always taken in the order of their key, so that two buyers never wait for each other in a circle.

-- The seats that somebody else has on these legs now: sold, blocked, or held and not run out.
create function seats_taken(p_trip uuid, p_from smallint, p_to smallint, p_seats smallint[], p_mine uuid[])
returns smallint[] language sql volatile as $$
  select coalesce(array_agg(distinct c.seat order by c.seat), '{}')
  from seat_claim c
  where c.trip_id = p_trip and c.seat = any (p_seats) and c.leg >= p_from and c.leg < p_to
    and (c.expires_at is null or c.expires_at >= clock_timestamp())
    and (c.booking_id is null or c.booking_id <> all (p_mine))
$$;

-- Takes seats on legs for a booking, over claims of its own (p_mine) and over holds that have run out.
-- Tells whether it got all of them; what it got of a refusal is for the caller to roll back.
create function take_seats(
  p_booking uuid, p_trip uuid, p_from smallint, p_to smallint, p_seats smallint[], p_until timestamptz, p_mine uuid[]
) returns boolean language plpgsql as $$
declare
  taken_rows int;
begin
  insert into seat_claim (trip_id, seat, leg, booking_id, expires_at)
  select p_trip, s, l, p_booking, p_until
  from unnest(p_seats) s, generate_series(p_from, p_to - 1) l
  order by s, l
  on conflict (trip_id, seat, leg) do update
    set booking_id = excluded.booking_id, expires_at = excluded.expires_at
    where seat_claim.booking_id = any (p_mine)
       or (seat_claim.block_id is null and seat_claim.expires_at < clock_timestamp());
  get diagnostics taken_rows = row_count;
  return taken_rows = cardinality(p_seats) * (p_to - p_from);
end $$;

-- When a trip leaves the stop at which a leg begins.
create function boards_at(p_trip uuid, p_from smallint) returns timestamptz language sql stable as $$
  select t.departs_at + make_interval(secs => s.departs_after_seconds)
  from trip t join schedule_stop s on s.schedule_id = t.schedule_id and s.position = p_from
  where t.id = p_trip
$$;

-- The seats of a trip's vehicle that the marketplace may sell; null when it is not on sale from there now.
create function sellable_seats(p_trip uuid, p_from smallint) returns smallint[] language sql volatile as $$
  select v.sellable
  from trip t
  join schedule s on s.id = t.schedule_id
  join vehicle_type v on v.code = s.vehicle_type
  where t.id = p_trip and t.status in ('scheduled', 'boarding')
    and t.sales_close_at + (boards_at(t.id, p_from) - t.departs_at) > clock_timestamp()
$$;

-- Whether money for a booking may still arrive from an attempt that nobody has ended.
create function awaits_money(p_booking uuid) returns boolean language sql volatile as $$
  select exists (select from payment where booking_id = p_booking and status in ('initiated', 'pending'))
$$;

-- Holds seats: held | seat_taken | already_paying (and which) | trip_not_on_sale | too_many_holds.
-- A hold of the same holder on the same trip gives way, but only if the new one succeeds, and never
-- under a payment that may still land. People who are known by their address alone share it, so
-- nobody's hold gives way there.
create function hold_seats(
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

-- Gives an open hold ten, thirty … minutes in all from when it was made, once. Null: not open any more.
create function extend_hold(p_booking uuid, p_minutes int) returns timestamptz language plpgsql as $$
declare
  until_ts timestamptz;
begin
  select case when b.hold_extended then b.hold_expires_at
         else greatest(b.hold_expires_at, b.created_at + make_interval(mins => p_minutes)) end
    into until_ts
    from booking b where b.id = p_booking and b.status in ('held', 'awaiting_payment') for update;
  if not found or not exists (select from seat_claim where booking_id = p_booking) then return null; end if;
  update booking set hold_expires_at = until_ts, hold_extended = true where id = p_booking;
  update seat_claim set expires_at = until_ts where booking_id = p_booking and expires_at is not null;
  return until_ts;
end $$;

-- Whether every seat of a booking is still claimed by it: while it is, the hold is alive, whatever the clock.
create function hold_is_alive(p_booking uuid) returns boolean language sql volatile as $$
  select count(c.seat) = max(cardinality(b.seats) * (b.leg_to - b.leg_from))
  from booking b left join seat_claim c on c.booking_id = b.id
  where b.id = p_booking
$$;

-- Gives an open hold's seats back: released | not_open.
create function release_booking(p_booking uuid) returns text language plpgsql as $$
begin
  update booking set status = 'cancelled', cancelled_at = now(), hold_expires_at = null
    where id = p_booking and status in ('held', 'awaiting_payment');
  if not found then return 'not_open'; end if;
  delete from seat_claim where booking_id = p_booking;
  return 'released';
end $$;

-- Tidies holds that have run out, at most p_limit, and tells how many. Nothing depends on it: a hold
-- that ran out is taken over where it stands. A hold whose money may still come is left alone.
-- Claims are locked in the order in which buyers take them.
create function expire_holds(p_limit int) returns int language sql as $$
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
