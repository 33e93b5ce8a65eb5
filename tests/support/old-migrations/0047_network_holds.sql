-- Seats that are held and not paid are limited by network as well: one address held 883 of them, six for each
-- device it made up. Thousands of honest phones stand behind one address, too; they pay or let go, so what a
-- network may hold follows from what it has just paid for.

-- Whence a hold came, keyed, forgotten after two days; and whether its holder was known, so that it does
-- not count for the network.
alter table booking add column network text;
alter table booking add column is_vouched boolean not null default true;
create index booking_network on booking (network, created_at) where network is not null;
create index booking_paid_holder on booking (holder) where status in ('confirmed', 'travelled', 'completed');

create table spent_proof (
  id text primary key,
  expires_at timestamptz not null
);
create index spent_proof_expires_at on spent_proof (expires_at);
comment on table spent_proof is 'bookings: proofs of work that have been used';

-- Whether somebody is known: has a trip that is paid, or an account with a proved phone.
create function holder_is_known(p_holder text, p_user uuid) returns boolean language sql stable as $$
  select (p_holder not like 'ip:%' and exists (
      select from booking where holder = p_holder and status in ('confirmed', 'travelled', 'completed')))
    or exists (select from person where id = p_user and phone_verified_at is not null)
$$;

-- Lets unpaid holds of a network go until p_seats fit, the oldest first: those of somebody unknown who has
-- written no name for three minutes. Tells how many seats that freed; only what is enough goes, or nothing.
create function free_idle_holds(p_network text, p_trip uuid, p_seats int) returns int language plpgsql as $$
declare
  gone uuid[];
  freed int;
begin
  select array_agg(id), coalesce(max(up_to), 0) into gone, freed from (
    select id, up_to, up_to - n as before from (
      select id, cardinality(seats) as n, sum(cardinality(seats)) over (order by created_at, id)::int as up_to
      from booking
      where network = p_network and created_at between clock_timestamp() - interval '45 minutes' and clock_timestamp() - interval '3 minutes'
        and status = 'held' and not is_vouched and contact_phone is null and (p_trip is null or trip_id = p_trip)
    ) idle
  ) chosen where before < p_seats;
  if freed < p_seats then return 0; end if;
  perform from booking where id = any (gone) order by id for update;
  update booking set status = 'expired' where id = any (gone) and status = 'held' and contact_phone is null;
  perform from seat_claim where booking_id = any (gone) order by trip_id, seat, leg for update;
  delete from seat_claim c using booking b where c.booking_id = b.id and b.id = any (gone) and b.status = 'expired';
  return freed;
end $$;

-- Whether a network may hold so many seats more: null, proof_needed or network_busy. Of one departure, unknown
-- people of one network hold a fifth unpaid without more ado, three tenths with proof of work, and always six
-- seats; of all departures 150 and 200; and more where the network has just paid.
create function judge_network(
  p_network text, p_trip uuid, p_sellable int, p_seats int, p_old uuid[], p_proof text, p_factor real
) returns text language plpgsql as $$
declare
  open_here int;
  open_all int;
  paid_here int;
  paid_lately int;
  most_here int;
  most_all int;
begin
  select coalesce(sum(n) filter (where is_open and trip_id = p_trip), 0), coalesce(sum(n) filter (where is_open), 0),
      coalesce(sum(n) filter (where is_paid and trip_id = p_trip), 0),
      coalesce(sum(n) filter (where is_paid and confirmed_at > clock_timestamp() - interval '30 minutes'), 0)
    into open_here, open_all, paid_here, paid_lately
    from (
      select cardinality(b.seats) as n, b.trip_id, b.confirmed_at,
        b.status in ('held', 'awaiting_payment') and b.hold_expires_at > clock_timestamp()
          and not b.is_vouched and b.id <> all (p_old) as is_open,
        b.status in ('confirmed', 'travelled', 'completed') as is_paid
      from booking b where b.network = p_network and b.created_at > clock_timestamp() - interval '45 minutes'
    ) lately;
  most_here := greatest(6, p_sellable * 3 / 10) * p_factor + paid_here;
  most_all := 200 * p_factor + paid_lately * 6 / 10;
  if open_here + p_seats > greatest(6, p_sellable / 5) * p_factor + paid_here
    or open_all + p_seats > 150 * p_factor + paid_lately / 2
  then
    if p_proof is null then return 'proof_needed'; end if;
    insert into spent_proof (id, expires_at) values (p_proof, clock_timestamp() + interval '10 minutes')
      on conflict do nothing;
    if not found then return 'proof_needed'; end if;
  end if;
  if open_here + p_seats > most_here then
    if free_idle_holds(p_network, p_trip, open_here + p_seats - most_here) = 0 then return 'network_busy'; end if;
    open_all := open_all - (open_here + p_seats - most_here);
  end if;
  if open_all + p_seats > most_all
    and free_idle_holds(p_network, null, open_all + p_seats - most_all) = 0
  then
    return 'network_busy';
  end if;
  return null;
end $$;

-- Holds seats: held | seat_taken | already_paying (and which) | trip_not_on_sale | too_many_holds |
-- proof_needed | network_busy. p_network: null where nobody counts. p_proof: the name of a proof of work that
-- was found right, good once. As before, a hold of the same holder on the same trip gives way.
drop function hold_seats(uuid, text, uuid, smallint, smallint, smallint[], text[], text, uuid, bytea, jsonb, bigint, int);
create function hold_seats(
  p_id uuid, p_reference text, p_trip uuid, p_from smallint, p_to smallint, p_seats smallint[], p_types text[],
  p_holder text, p_user uuid, p_guest_token_sha256 bytea, p_fare jsonb, p_total_kobo bigint, p_minutes int,
  p_network text default null, p_proof text default null, p_factor real default 1
) returns table (outcome text, hold_expires_at timestamptz, taken smallint[]) language plpgsql as $$
declare
  sellable smallint[];
  until_ts timestamptz := clock_timestamp() + make_interval(mins => p_minutes);
  is_shared constant boolean := p_holder like 'ip:%';
  mine uuid[];
  old uuid[];
  is_vouched boolean := true;
  crowd text;
begin
  perform pg_advisory_xact_lock(hashtextextended('hold:' || p_holder, 0));
  -- One at a time for each network, so that many at once cannot each find room for itself; before any row is
  -- locked, so that nobody waits in a circle.
  if p_network is not null and p_factor < 1000 then
    is_vouched := holder_is_known(p_holder, p_user);
    if not is_vouched then perform pg_advisory_xact_lock(hashtextextended('network:' || p_network, 0)); end if;
  end if;
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
  if not is_vouched then
    crowd := judge_network(p_network, p_trip, cardinality(sellable), cardinality(p_seats), old, p_proof, p_factor);
    if crowd is not null then
      return query select crowd, null::timestamptz, '{}'::smallint[];
      return;
    end if;
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
          guest_token_sha256, holder, fare, total_kobo, hold_expires_at,
          network, is_vouched)
        values (p_id, p_reference, p_trip, p_from, p_to, p_seats, p_types, 'held', p_user,
          p_guest_token_sha256, p_holder, p_fare, p_total_kobo, until_ts, p_network, is_vouched);
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
