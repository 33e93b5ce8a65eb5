-- Claims seats on legs for a booking, in place of its own earlier claims (p_mine) and overdue holds. Returns whether it
-- got all of them; if not, the caller must roll back. The query plan is cached per connection (plan_cache_mode).
-- Without that, PostgreSQL would plan each call because of the arrays, which takes as long as the claim.
create or replace function take_seats(
  p_booking uuid, p_trip uuid, p_from smallint, p_to smallint, p_seats smallint[], p_until timestamptz, p_mine uuid[]
) returns boolean language plpgsql
  set plan_cache_mode = force_generic_plan as $$
declare
  taken_rows int;
begin
  insert into seat_claim (trip_id, seat, leg, booking_id, expires_at)
  select p_trip, s, l, p_booking, p_until
  from unnest(p_seats) s, generate_series(p_from, p_to - 1) l
  order by s, l
  on conflict (trip_id, seat, leg) do update
    set booking_id = excluded.booking_id, expires_at = excluded.expires_at
    where seat_claim.booking_id = any (p_mine)
       or (seat_claim.block_id is null and seat_claim.expires_at < clock_timestamp());
  get diagnostics taken_rows = row_count;
  return taken_rows = cardinality(p_seats) * (p_to - p_from);
end $$;
