-- Releases idle holds of a network, oldest first, until p_seats seats are released. A hold of an unknown person is idle
-- if it is three minutes old and no travellers are entered; p_spared, to which the caller adds a return trip, is not,
-- nor is an offer of the waitlist, which was promised for 30 minutes. Returns the number of released seats; if the idle
-- holds have too few, releases none and returns 0. Overdue holds are ignored, since they no longer count. The times are
-- constants, since the index cannot be used with clock_timestamp().
create or replace function free_idle_holds(p_network text, p_trip uuid, p_seats int, p_spared uuid) returns int
language plpgsql as $$
declare
  gone uuid[];
  freed int;
  since constant timestamptz := clock_timestamp() - interval '45 minutes';
  idle_at constant timestamptz := clock_timestamp() - interval '3 minutes';
begin
  select array_agg(id), coalesce(max(up_to), 0) into gone, freed from (
    select id, up_to, up_to - n as before from (
      select id, cardinality(seats) as n, sum(cardinality(seats)) over (order by created_at, id)::int as up_to
      from booking
      where network = p_network and created_at between since and idle_at
        and status = 'held' and hold_expires_at > clock_timestamp()
        and not is_vouched and contact_phone is null and (p_trip is null or trip_id = p_trip)
        and id is distinct from p_spared and holder not like 'queue:%'
    ) idle
  ) chosen where before < p_seats;
  if freed < p_seats then return 0; end if;
  perform from booking where id = any (gone) order by id for update;
  update booking set status = 'expired' where id = any (gone) and status = 'held' and contact_phone is null;
  perform from seat_claim where booking_id = any (gone) order by trip_id, seat, leg for update;
  delete from seat_claim c using booking b where c.booking_id = b.id and b.id = any (gone) and b.status = 'expired';
  return freed;
end $$;
