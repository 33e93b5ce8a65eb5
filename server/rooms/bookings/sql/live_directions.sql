-- Returns the directions of a return trip that were not cancelled, outbound first. Only these are to be paid.
create or replace function live_directions(p_return_trip uuid) returns setof booking language sql stable as $$
  select * from booking where return_trip_id = p_return_trip and status not in ('cancelled', 'operator_cancelled')
  order by way desc
$$;
