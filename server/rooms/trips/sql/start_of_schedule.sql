-- Trigger: copies the start time of the schedule, in seconds, to a new stop. The trigger runs only for stops without a
-- start time.
create or replace function start_of_schedule() returns trigger language plpgsql as $$
begin
  new.starts_at_seconds := (select starts_at_seconds from schedule where id = new.schedule_id);
  return new;
end $$;
