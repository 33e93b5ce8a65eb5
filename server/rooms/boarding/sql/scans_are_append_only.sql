create or replace function scans_are_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'scans are append-only' using errcode = 'insufficient_privilege';
end $$;
