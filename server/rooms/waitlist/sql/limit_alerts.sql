-- Trigger: limits a person to ten alerts, and to thirty new ones in a day, since each may cost an SMS.
create or replace function limit_alerts() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('alerts:' || new.person_id, 0));
  if (select count(*) from route_alert where person_id = new.person_id and state = 'watching') >= 10 then
    raise exception 'somebody watches ten roads' using errcode = 'check_violation', constraint = 'alerts_at_once';
  end if;
  if (select count(*) from route_alert where person_id = new.person_id and created_at > now() - interval '1 day') >= 30 then
    raise exception 'somebody asked for thirty alerts today' using errcode = 'check_violation', constraint = 'alerts_a_day';
  end if;
  return new;
end $$;
