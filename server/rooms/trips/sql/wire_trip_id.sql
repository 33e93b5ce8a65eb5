-- Returns the wire id of a part of a trip, `{uuid}.{from}.{to}`, as `makeTripId()` makes it; null if an argument is
-- null.
create or replace function wire_trip_id(p_trip uuid, p_from smallint, p_to smallint) returns text
language sql immutable parallel safe as $$ select p_trip::text || '.' || p_from::text || '.' || p_to::text $$;
