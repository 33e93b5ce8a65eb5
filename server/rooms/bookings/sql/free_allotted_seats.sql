-- Puts seats of an allotment back on sale.
create or replace function free_allotted_seats(p_allotment uuid, p_trip uuid, p_seats smallint[]) returns void
language sql as $$
  delete from seat_claim where trip_id = p_trip and seat = any (p_seats) and block_id = p_allotment
$$;
