-- Trigger: refuses an offer unless its booking now holds seats for the person of the queue entry, as many as they want,
-- until the offer expires.
create or replace function offer_holds_seats() returns trigger language plpgsql as $$
begin
  if not exists (
    select from booking b join queue_place q on q.id = new.place_id and q.person_id = b.user_id
    where b.id = new.booking_id and b.trip_id = new.trip_id and b.status = 'held'
      and cardinality(b.seats) = q.travellers and b.hold_expires_at = new.expires_at)
    or not coalesce(hold_is_alive(new.booking_id), false)
  then
    raise exception 'an offer holds its seats' using errcode = 'check_violation', constraint = 'offer_holds_seats';
  end if;
  return new;
end $$;
