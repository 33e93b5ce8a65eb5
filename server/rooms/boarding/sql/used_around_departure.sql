create or replace function used_around_departure() returns trigger language plpgsql as $$
begin
  if clock_timestamp() < boards_at(new.trip_id, new.leg_from) - interval '6 hours' then
    raise exception 'ticket % may not be used yet', new.code using errcode = 'check_violation', constraint = 'used_around_departure';
  end if;
  return new;
end $$;
