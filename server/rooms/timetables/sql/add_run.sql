-- Creates an operator's departure outside timetables: a schedule of one day between two motor parks, and its trip.
-- p_leaves: local time of the first park's city. Returns when it departs.
create or replace function add_run(
  p_schedule uuid, p_trip uuid, p_operator uuid, p_from_park uuid, p_to_park uuid, p_leaves timestamp, p_minutes int,
  p_vehicle text, p_fare_kobo bigint, p_sale_closes_minutes int
) returns timestamptz language plpgsql as $$
declare
  on_day constant date := p_leaves::date;
  home_zone text;
  from_city int;
  to_city int;
  leaves timestamptz;
begin
  select c.zone, c.id into home_zone, from_city from motor_park p join city c on c.id = p.city_id where p.id = p_from_park;
  select p.city_id into to_city from motor_park p where p.id = p_to_park;
  leaves := p_leaves at time zone home_zone;
  insert into schedule (id, operator_id, vehicle_type, amenities, zone, starts_at_seconds, flat_fare_kobo, is_night,
      route_name, headsign, calendar)
    select p_schedule, o.id, p_vehicle, o.default_amenities, home_zone, extract(epoch from p_leaves - on_day)::int, p_fare_kobo,
      extract(hour from p_leaves) not between 5 and 17, a.name || ' – ' || b.name, b.name,
      jsonb_build_object('days', '[]'::jsonb, 'added', jsonb_build_array(on_day::text))
    from operator o, city a, city b where o.id = p_operator and a.id = from_city and b.id = to_city;
  insert into schedule_stop (schedule_id, position, motor_park_id, city_id, arrives_after_seconds, departs_after_seconds)
    values (p_schedule, 0, p_from_park, from_city, 0, 0), (p_schedule, 1, p_to_park, to_city, p_minutes * 60, p_minutes * 60);
  insert into trip (id, schedule_id, service_date, departs_at, arrives_at, sales_close_at)
    values (p_trip, p_schedule, on_day, leaves, leaves + make_interval(mins => p_minutes),
      leaves - make_interval(mins => p_sale_closes_minutes));
  insert into connection (feed_id, from_city_id, to_city_id, ends_on, runs) values (null, from_city, to_city, on_day, 1)
    on conflict (feed_id, from_city_id, to_city_id) do update
      set runs = connection.runs + 1, ends_on = greatest(connection.ends_on, excluded.ends_on);
  return leaves;
end $$;
