-- Returns the number of a person's trips in the twelve months before a moment, for their tier.
create or replace function trips_in_year(p_person uuid, p_until timestamptz) returns int language sql stable as $$
  select count(*)::int from booking b
  where b.user_id = p_person and b.status in ('travelled', 'completed')
    and boards_at(b.trip_id, b.leg_from) >= p_until - interval '12 months'
    and boards_at(b.trip_id, b.leg_from) < p_until
$$;
