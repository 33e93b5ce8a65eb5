-- Trigger: notifies all travellers of a trip who have an account when the trip changes.
create or replace function notify_trip_change() returns trigger language plpgsql as $$
begin
  perform publish_event(b.user_id, 'booking', b.reference) from booking b
    where b.trip_id = new.id and b.user_id is not null
      and b.status in ('held', 'awaiting_payment', 'confirmed', 'travelled');
  return null;
end $$;
