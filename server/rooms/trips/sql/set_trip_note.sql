-- Stores the operator's note about a departure, which the app and emails display.
create or replace function set_trip_note(p_trip uuid, p_note text) returns void language sql as $$
  update trip set note = p_note where id = p_trip
$$;
