create or replace function entries_are_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'entries of a drawer are append-only' using errcode = 'insufficient_privilege';
end $$;
