-- Trigger: limits a person to ten queues at a time, and to thirty new ones in a day, since each may hold seats of a
-- bus.
create or replace function limit_queues() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('queues:' || new.person_id, 0));
  if exists (select from queue_place where person_id = new.person_id and client_ref = new.client_ref) then return new; end if;
  if (select count(*) from queue_place where person_id = new.person_id and state in ('waiting', 'offered')) >= 10 then
    raise exception 'somebody stands in ten queues' using errcode = 'check_violation', constraint = 'queues_at_once';
  end if;
  if (select count(*) from queue_place where person_id = new.person_id and joined_at > now() - interval '1 day') >= 30 then
    raise exception 'somebody joined thirty queues today' using errcode = 'check_violation', constraint = 'queues_a_day';
  end if;
  return new;
end $$;
