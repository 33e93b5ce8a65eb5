-- Trigger: has the rewards of a booking looked at that ended after its departure.
create or replace function note_booking_recheck() returns trigger language plpgsql as $$
begin
  perform note_rechecks(array[new.id]);
  return null;
end $$;
