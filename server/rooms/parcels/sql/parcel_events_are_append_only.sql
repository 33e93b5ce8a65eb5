-- Trigger: refuses to change or delete the events of a parcel.
create or replace function parcel_events_are_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'parcel events are append-only' using errcode = 'insufficient_privilege';
end $$;
