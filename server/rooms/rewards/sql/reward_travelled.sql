-- Awards points for travelled bookings, each once, at most p_limit: one point for each p_kobo_per_point that was paid
-- and not refunded, times the percent of the person's tier before that trip. p_from_trips[i] trips make the tier of
-- p_percents[i]. Points have the date of the trip and expire p_months after it; an older trip, taken over from a guest,
-- gives none. Returns the bookings that it checked.
create or replace function reward_travelled(
  p_limit int, p_kobo_per_point bigint, p_months int, p_from_trips int[], p_percents int[]
) returns table (person_id uuid, booking_id uuid, boarded_at timestamptz) language sql volatile as $$
  with due as materialized (
    select id, user_id, fare_kobo, boarded_at from claim_unrewarded_bookings(p_limit)
  ), given as (
    insert into points_entry (person_id, kind, points, ref, booking_id, expires_at, created_at)
    select due.user_id, 'trip', due.fare_kobo * tier.percent / (100 * p_kobo_per_point), 'trip:' || due.id, due.id,
      due.boarded_at + make_interval(months => p_months), due.boarded_at
    from due
    join person p on p.id = due.user_id and p.erased_at is null
    cross join lateral (select max(t.percent) as percent from unnest(p_from_trips, p_percents) t (from_trips, percent)
      where t.from_trips <= trips_in_year(due.user_id, due.boarded_at)) tier
    where due.fare_kobo * tier.percent >= 100 * p_kobo_per_point
      and due.boarded_at > now() - make_interval(months => p_months)
    order by due.user_id, due.boarded_at, due.id
    on conflict (ref) do nothing
  )
  select user_id, id, due.boarded_at from due order by due.boarded_at, id
$$;
