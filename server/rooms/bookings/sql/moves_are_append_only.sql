create or replace function moves_are_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'moves are append-only' using errcode = 'insufficient_privilege';
end $$;
