-- Returns travelled bookings of people that have not been checked for points, at most p_limit, each only once: person,
-- kobo paid and not refunded, departure.
create or replace function claim_unrewarded_bookings(p_limit int)
returns table (id uuid, user_id uuid, fare_kobo bigint, boarded_at timestamptz) language sql as $$
  with due as materialized (
    select b.id from booking b
    where b.user_id is not null and b.rewarded_at is null and b.status in ('travelled', 'completed')
    limit p_limit for update skip locked
  )
  update booking b set rewarded_at = now() from due where b.id = due.id
  returning b.id, b.user_id, b.paid_kobo - b.refunded_kobo, boards_at(b.trip_id, b.leg_from)
$$;
