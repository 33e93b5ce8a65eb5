-- Returns the number of a person's trips in the twelve months before a moment, for their tier. Trips without a proved
-- boarding do not count, nor do trips with a reward case that our staff have not approved.
create or replace function trips_in_year(p_person uuid, p_until timestamptz) returns int language sql stable as $$
  select count(*)::int from booking b
  where b.user_id = p_person and b.status in ('travelled', 'completed')
    and boards_at(b.trip_id, b.leg_from) >= p_until - interval '12 months'
    and boards_at(b.trip_id, b.leg_from) < p_until
    and boarding_is_proved(b.id)
    and not exists (select from reward_case c where c.booking_id = b.id and c.state <> 'approved')
$$;
