-- Returns those of p_seats that are taken on these legs by bookings other than p_mine: sold, blocked, or held and not
-- overdue.
create or replace function seats_taken(p_trip uuid, p_from smallint, p_to smallint, p_seats smallint[], p_mine uuid[])
returns smallint[] language plpgsql volatile as $$
begin
  return (select coalesce(array_agg(distinct c.seat order by c.seat), '{}')
  from seat_claim c
  where c.trip_id = p_trip and c.seat = any (p_seats) and c.leg >= p_from and c.leg < p_to
    and (c.expires_at is null or c.expires_at >= clock_timestamp())
    and (c.booking_id is null or c.booking_id <> all (p_mine)));
end $$;
