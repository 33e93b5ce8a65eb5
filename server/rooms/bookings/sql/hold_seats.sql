-- Holds seats. Returns held | seat_taken | already_paying (the holder has these seats and is paying for them) |
-- trip_not_on_sale | too_many_holds | proof_needed | network_busy | seats_kept (for the waitlist). p_network is null if
-- the holds of a network are not limited. p_proof is the id of a solved puzzle, which can be used once. p_spared is the
-- outbound booking to which these seats are added as a return trip. An earlier hold of the same holder on the same trip
-- is released. A waitlist's offer (p_holder `queue:…`) is made in a transaction that has locked rows already, so it
-- does not wait for other holds of its network, but is refused as network_busy. The query plans are cached, as in
-- take_seats.
create or replace function hold_seats(
  p_id uuid, p_reference text, p_trip uuid, p_from smallint, p_to smallint, p_seats smallint[], p_types text[],
  p_holder text, p_user uuid, p_guest_token_sha256 bytea, p_fare jsonb, p_total_kobo bigint, p_minutes int,
  p_network text default null, p_proof text default null, p_factor real default 1,
  p_spared uuid default null
) returns table (outcome text, hold_expires_at timestamptz, taken smallint[]) language plpgsql
  set plan_cache_mode = force_generic_plan as $$
declare
  sellable smallint[];
  until_ts timestamptz := clock_timestamp() + make_interval(mins => p_minutes);
  is_shared constant boolean := p_holder like 'ip:%';
  mine uuid[] := '{}';
  old uuid[] := '{}';
  is_vouched boolean := true;
  crowd text;
  beyond int;
begin
  perform pg_advisory_xact_lock(hashtextextended('hold:' || p_holder, 0));
  -- One hold at a time per network, so that concurrent holds do not exceed the limit. This lock is taken before any
  -- row lock, to avoid deadlocks.
  if p_network is not null and p_factor < 1000 then
    is_vouched := holder_is_known(case when p_holder like 'queue:%' then 'user:' || p_user else p_holder end, p_user);
    if not is_vouched and p_holder like 'queue:%' then
      if not pg_try_advisory_xact_lock(hashtextextended('network:' || p_network, 0)) then
        return query select 'network_busy', null::timestamptz, '{}'::smallint[];
        return;
      end if;
    elsif not is_vouched then
      perform pg_advisory_xact_lock(hashtextextended('network:' || p_network, 0));
    end if;
  end if;
  if exists (select from booking b where b.holder = p_holder and b.status in ('held', 'awaiting_payment')) then
    -- The rows are locked before they are checked, so that a payment that is just being started is seen.
    perform from booking b
      where b.holder = p_holder and b.trip_id = p_trip and b.status in ('held', 'awaiting_payment') and not is_shared
      order by b.id for update;
    mine := array(select b.id from booking b
      where b.holder = p_holder and b.status in ('held', 'awaiting_payment') and b.hold_expires_at > clock_timestamp());
    old := array(select b.id from booking b
      where b.id = any (mine) and b.trip_id = p_trip and not is_shared and not waits_for_money(b));
  end if;

  -- A shared lock, so that an operator's cancellation waits for this hold and then includes it.
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
  if p_holder not like 'queue:%' then
    beyond := room_beyond_queue(p_trip, p_from, p_to, sellable, old);
    if beyond < cardinality(p_seats) then
      if seats_taken(p_trip, p_from, p_to, p_seats, old) = '{}' then
        return query select 'seats_kept', null::timestamptz, '{}'::smallint[];
        return;
      end if;
    end if;
  end if;
  if not is_vouched then
    crowd := check_network_limit(p_network, p_trip, cardinality(sellable), cardinality(p_seats), old, p_proof, p_factor,
      p_spared);
    if crowd is not null then
      return query select crowd, null::timestamptz, '{}'::smallint[];
      return;
    end if;
  end if;

  for attempt in 1 .. 3 loop
    taken := seats_taken(p_trip, p_from, p_to, p_seats, old);
    exit when taken <> '{}';
    begin
      -- Locks released and new rows together, in order, to avoid deadlocks.
      if old <> '{}' then
        perform from seat_claim c
          where c.trip_id = p_trip and (c.booking_id = any (old) or c.seat = any (p_seats))
          order by c.seat, c.leg for update;
      end if;
      insert into booking (id, reference, trip_id, leg_from, leg_to, seats, passenger_types, status, user_id,
          guest_token_sha256, holder, fare, total_kobo, hold_expires_at,
          network, is_vouched)
        values (p_id, p_reference, p_trip, p_from, p_to, p_seats, p_types, 'held', p_user,
          p_guest_token_sha256, p_holder, p_fare, p_total_kobo, until_ts, p_network, is_vouched);
      if not take_seats(p_id, p_trip, p_from, p_to, p_seats, until_ts, old) then
        raise exception using errcode = 'WK001';
      end if;
      if old <> '{}' then
        delete from seat_claim c where c.trip_id = p_trip and c.booking_id = any (old);
        update booking b set status = 'expired' where b.id = any (old);
        perform replace_hold_in_return_trip(old, p_id);
      end if;
      return query select 'held', until_ts, '{}'::smallint[];
      return;
    exception when sqlstate 'WK001' or deadlock_detected then
      -- Another buyer was faster: find out who has which seats now.
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
