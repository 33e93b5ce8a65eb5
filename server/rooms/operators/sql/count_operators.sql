-- Recomputes the directory for every operator: cities, routes, motor parks and fleet from current timetables, the
-- cheapest free seat of the next 14 days (fromPriceDays) between the end points of each route, as findFromPrices finds
-- it, and punctuality from the departures of the last 90 days with which somebody is known to have travelled.
create or replace function count_operators() returns void language sql as $$
  with run as materialized (
    select s.id, s.operator_id, s.zone, s.vehicle_type, s.amenities, s.feed_id, s.flat_fare_kobo, s.park_fee_kobo, s.distance_km,
      (select max(position) from schedule_stop x where x.schedule_id = s.id) as last
    from schedule s where not s.calendar ? 'replaced' and s.ends_on >= lagos_today()
  ), stop as materialized (
    select r.operator_id, x.motor_park_id, x.city_id, count(*) as calls
    from run r join schedule_stop x on x.schedule_id = r.id group by 1, 2, 3
  ), city_of as (
    select operator_id, c.code, c.name, st.name as state, sum(calls) as calls
    from stop join city c on c.id = stop.city_id join state st on st.code = c.state_code group by 1, 2, 3, 4
  ), served as (
    select operator_id, jsonb_agg(jsonb_build_object('code', code, 'name', name, 'state', state) order by calls desc, plain(name))
        filter (where nth <= 60) as served,
      array_agg(code) as codes, array_agg(distinct state) as states
    from (select *, row_number() over (partition by operator_id order by calls desc, plain(name)) as nth from city_of) it
    group by 1
  ), park as (
    select operator_id, jsonb_agg(jsonb_build_object('code', m.code, 'name', m.name, 'city', c.name,
      'latitude', m.latitude, 'longitude', m.longitude) order by nth) as parks
    from (select *, row_number() over (partition by operator_id order by calls desc, motor_park_id) as nth from stop) it
    join motor_park m on m.id = it.motor_park_id join city c on c.id = m.city_id
    where nth <= 60 group by 1
  ), whole as materialized (
    select r.operator_id, a.city_id as from_city, b.city_id as to_city, b.arrives_after_seconds - a.departs_after_seconds as seconds,
      r.distance_km
    from run r
    join schedule_stop a on a.schedule_id = r.id and a.position = 0
    join schedule_stop b on b.schedule_id = r.id and b.position = r.last
    where a.city_id <> b.city_id
  ), ride as materialized (
    select distinct on (r.id, a.city_id, b.city_id) r.id as schedule_id, r.operator_id, r.zone, r.vehicle_type, r.feed_id,
      r.flat_fare_kobo, r.park_fee_kobo, a.city_id as from_city, b.city_id as to_city, a.position as leg_from,
      b.position as leg_to, a.boards_days_after, a.departs_after_seconds
    from run r
    join schedule_stop a on a.schedule_id = r.id and a.pick_up
    join schedule_stop b on b.schedule_id = r.id and b.position > a.position and b.drop_off
    join (select distinct operator_id, from_city, to_city from whole) end_points on end_points.operator_id = r.operator_id
      and end_points.from_city = a.city_id and end_points.to_city = b.city_id
    order by r.id, a.city_id, b.city_id, b.arrives_after_seconds - a.departs_after_seconds, a.position, b.position
  ), cheapest as materialized (
    select ride.operator_id, ride.from_city, ride.to_city, min(seat.kobo) as kobo
    from ride left join fare f on f.schedule_id = ride.schedule_id and f.leg_from = ride.leg_from and f.leg_to = ride.leg_to
    cross join lateral (
      select run.kobo from (
        select t.id, coalesce(t.vehicle_type, ride.vehicle_type) as vehicle_type,
          (case when ride.feed_id is null
            then round(coalesce(f.amount_kobo, ride.flat_fare_kobo)::numeric * t.fare_percent / 500000) * 5000
            else floor(coalesce(f.amount_kobo, ride.flat_fare_kobo)::numeric * t.fare_percent / 10000) * 100 end)::bigint
          + ride.park_fee_kobo as kobo
        from trip t where t.schedule_id = ride.schedule_id
          and t.service_date between (now() at time zone ride.zone)::date + 1 - ride.boards_days_after
            and (now() at time zone ride.zone)::date + 14 - ride.boards_days_after
          and t.status in ('scheduled', 'boarding') and t.withdrawn_at is null and t.sales_closed_at is null
          and t.sales_close_at + ride.departs_after_seconds * interval '1 second' > now()
        order by kobo offset 0
      ) run
      where run.kobo is not null and 0 < (
        select cardinality(v.sellable) - count(distinct c.seat) from vehicle_type v
        left join seat_claim c on c.trip_id = run.id and c.leg >= ride.leg_from and c.leg < ride.leg_to
          and (c.expires_at is null or c.expires_at > now()) and c.seat = any (v.sellable)
        where v.code = run.vehicle_type group by v.sellable
      )
      limit 1
    ) seat
    group by 1, 2, 3
  ), road as (
    select operator_id, a.code as from_code, a.name as from_name, b.code as to_code, b.name as to_name,
      count(*)::int as runs, min(cheapest.kobo) as kobo, min(distance_km) as km,
      (percentile_disc(0.5) within group (order by seconds) / 60)::int as minutes,
      row_number() over (partition by operator_id order by count(*) desc, plain(a.name), plain(b.name), a.code, b.code) as nth
    from whole left join cheapest using (operator_id, from_city, to_city)
    join city a on a.id = from_city join city b on b.id = to_city group by 1, 2, 3, 4, 5
  ), roads as (
    select operator_id, count(*)::int as roads, min(kobo) as kobo, jsonb_agg(jsonb_build_object(
      'from', jsonb_build_object('code', from_code, 'name', from_name), 'to', jsonb_build_object('code', to_code, 'name', to_name),
      'runs', runs, 'kobo', kobo, 'minutes', minutes, 'distance_km', km) order by nth) filter (where nth <= 40) as list
    from road group by 1
  ), class as (
    select r.operator_id, v.code, v.name, v.size, cardinality(v.sellable) as seats, count(distinct r.id) as runs,
      coalesce(array_agg(distinct it) filter (where it is not null), '{}') as amenities
    from run r join vehicle_type v on v.code = r.vehicle_type left join unnest(r.amenities) it on true
    group by 1, 2, 3, 4, 5
  ), fleet as (
    select operator_id, array_agg(distinct size) as sizes,
      jsonb_agg(jsonb_build_object('code', code, 'name', name, 'size', size, 'seats', seats, 'amenities', amenities)
        order by runs desc, code) as fleet
    from class group by 1
  ), amenity as (
    select operator_id, array_agg(distinct it) as amenities from class, unnest(amenities) it group by 1
  ), record as materialized (
    select id as operator_id, has_boarding_record(id) as has_record from operator
  ), told as (
    select s.operator_id,
      count(*) filter (where t.status <> 'cancelled' and proved.it)::int as counted,
      count(*) filter (where t.status <> 'cancelled' and proved.it and t.delay_minutes <= 15)::int as on_time,
      count(*) filter (where t.status = 'cancelled')::int as cancelled
    from trip t join schedule s on s.id = t.schedule_id join record r on r.operator_id = s.operator_id
    cross join lateral (
      select t.vouched_by is not null or exists (
        select from ticket k where k.trip_id = t.id and k.status in ('valid', 'used')
          and (k.status = 'used' or t.plate is not null or t.delay_minutes > 0)
          and (r.has_record or ticket_was_boarded(k))
          and not exists (select from reward_case c where c.booking_id = k.booking_id and c.state <> 'approved')
      ) and (not is_single_departure(t.id) or count_buyers(t.id) >= 5) as it
    ) proved
    where t.departs_at > now() - interval '90 days' and t.departs_at <= now()
    group by 1
  )
  insert into operator_card (operator_id, served, road_list, parks, fleet, city_codes, states, sizes, amenities, roads,
    price_kobo, counted, on_time, cancelled, counted_at)
  select o.id, coalesce(served.served, '[]'), coalesce(roads.list, '[]'), coalesce(park.parks, '[]'),
    coalesce(fleet.fleet, '[]'), coalesce(served.codes, '{}'), coalesce(served.states, '{}'), coalesce(fleet.sizes, '{}'),
    coalesce(amenity.amenities, '{}'), coalesce(roads.roads, 0), roads.kobo,
    coalesce(told.counted, 0), coalesce(told.on_time, 0), coalesce(told.cancelled, 0), now()
  from operator o
  left join served on served.operator_id = o.id left join roads on roads.operator_id = o.id
  left join park on park.operator_id = o.id left join fleet on fleet.operator_id = o.id
  left join amenity on amenity.operator_id = o.id left join told on told.operator_id = o.id
  on conflict (operator_id) do update set served = excluded.served, road_list = excluded.road_list, parks = excluded.parks,
    fleet = excluded.fleet, city_codes = excluded.city_codes, states = excluded.states, sizes = excluded.sizes,
    amenities = excluded.amenities, roads = excluded.roads, price_kobo = excluded.price_kobo, counted = excluded.counted,
    on_time = excluded.on_time, cancelled = excluded.cancelled, counted_at = excluded.counted_at
$$;
