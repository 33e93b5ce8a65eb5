-- Trigger: copies the start time of its schedule, in seconds, to a new stop that has none.
create or replace function start_of_schedule() returns trigger language plpgsql as $$
begin
  new.starts_at_seconds := (select starts_at_seconds from schedule where id = new.schedule_id);
  return new;
end $$;
