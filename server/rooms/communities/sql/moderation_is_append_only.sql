create or replace function moderation_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'the log of moderation is append-only' using errcode = 'insufficient_privilege';
end $$;
