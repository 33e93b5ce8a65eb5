-- Awards points for travelled bookings, each once: p_fee_percent of our fee, times the percent of the tier that the
-- person had before that trip. From p_from_trips[i] trips on, the percent is p_percents[i]. Points have the date of the
-- trip and expire p_months after it. A trip that is older than p_months gives none; a former guest booking may be. A
-- point is worth 100 kobo.
create or replace function give_points(
  p_bookings uuid[], p_fee_percent int, p_months int, p_from_trips int[], p_percents int[]
) returns void language sql volatile as $$
  insert into points_entry (person_id, kind, points, ref, booking_id, expires_at, created_at)
  select b.user_id, 'trip', earned.points, 'trip:' || b.id, b.id, leaves + make_interval(months => p_months), leaves
  from booking b
  join person p on p.id = b.user_id and p.erased_at is null
  cross join lateral boards_at(b.trip_id, b.leg_from) leaves
  cross join lateral (select max(t.percent) as percent from unnest(p_from_trips, p_percents) t (from_trips, percent)
    where t.from_trips <= trips_in_year(b.user_id, leaves)) tier
  cross join lateral (select (proved_fee_kobo(b.id) * p_fee_percent * tier.percent / 1000000)::int as points) earned
  where b.id = any (p_bookings) and earned.points > 0
    and not exists (select from reward_case c where c.booking_id = b.id and c.state <> 'approved')
    and leaves > now() - make_interval(months => p_months)
  order by b.user_id, leaves, b.id
  on conflict (ref) do nothing
$$;
