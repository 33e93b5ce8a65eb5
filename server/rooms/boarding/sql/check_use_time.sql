-- Trigger: a ticket cannot be marked as used earlier than six hours before its departure.
create or replace function check_use_time() returns trigger language plpgsql as $$
begin
  if clock_timestamp() < boards_at(new.trip_id, new.leg_from) - interval '6 hours' then
    raise exception 'ticket % may not be used yet', new.code using errcode = 'check_violation', constraint = 'check_use_time';
  end if;
  return new;
end $$;
