-- Trigger: marks a booking that ended after its departure, so that the next sweep checks its rewards again.
create or replace function note_booking_recheck() returns trigger language plpgsql as $$
begin
  perform note_rechecks(array[new.id]);
  return null;
end $$;
