-- Makes two open bookings a return trip; an earlier return booking is removed from it. Both get the later deadline, at
-- most p_minutes after the outbound one was held. The caller holds the row lock of the outbound one and has checked
-- that nobody is paying for it.
create or replace function pair_bookings(p_out uuid, p_back uuid, p_minutes int) returns void language plpgsql as $$
declare
  out_way booking;
  trip uuid;
  until_ts timestamptz;
begin
  select * into strict out_way from booking where id = p_out for update;
  trip := coalesce(out_way.return_trip_id, gen_random_uuid());
  insert into return_trip (id) values (trip) on conflict do nothing;
  update booking set return_trip_id = null, way = null where return_trip_id = trip;
  select least(greatest(out_way.hold_expires_at, hold_expires_at), out_way.created_at + make_interval(mins => p_minutes))
    into until_ts from booking where id = p_back for update;
  update booking set return_trip_id = trip, way = case id when p_out then 'out' else 'back' end, hold_expires_at = until_ts
    where id in (p_out, p_back);
  update seat_claim set expires_at = until_ts where booking_id in (p_out, p_back) and expires_at is not null;
end $$;
