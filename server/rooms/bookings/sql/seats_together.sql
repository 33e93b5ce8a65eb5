-- Returns p_count free seats on these legs, as close together as possible: of all groups of consecutive free seats in
-- the order of rows, the group that spans the fewest rows. Null if fewer are free.
create or replace function seats_together(p_trip uuid, p_from smallint, p_to smallint, p_count int, p_mine uuid)
returns smallint[] language sql volatile as $$
  with layout as (
    select (seat ->> 'number')::smallint as number, (seat ->> 'row')::int as line, (seat ->> 'column')::int as place
    from trip t
    join schedule s on s.id = t.schedule_id
    join vehicle_type v on v.code = coalesce(t.vehicle_type, s.vehicle_type), jsonb_array_elements(v.layout -> 'seats') seat
    where t.id = p_trip and (seat ->> 'number')::smallint = any (v.sellable)
  ), free as (
    select * from layout
    where number <> all (seats_taken(p_trip, p_from, p_to, (select array_agg(number) from layout), array[p_mine]))
      and not exists (select from ticket k where k.trip_id = p_trip and k.seat = number
        and k.status in ('valid', 'used') and k.leg_from < p_to and k.leg_to > p_from)
  ), spans as (
    select array_agg(number) over w as numbers, last_value(line) over w - line as spread, line, place
    from free window w as (order by line, place rows between current row and p_count - 1 following)
  )
  select numbers from spans where cardinality(numbers) = p_count order by spread, line, place limit 1
$$;
