-- The ways of a return trip that money is still for: those that nobody has cancelled, the way out first.
create or replace function open_ways(p_return_trip uuid) returns setof booking language sql stable as $$
  select * from booking where return_trip_id = p_return_trip and status not in ('cancelled', 'operator_cancelled')
  order by way desc
$$;
