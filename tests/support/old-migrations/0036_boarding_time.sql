-- A ticket is used around its departure only: from six hours before the bus leaves the stop where its traveller
-- gets on until 24 hours after it should be where they get off. What is checked at another time is noted.

alter table boarding_scan
  add column in_time boolean not null default true,
  drop constraint boarding_scan_verdict_check,
  add constraint boarding_scan_verdict_check check (verdict in ('valid', 'already_used', 'older_ticket', 'wrong_bus',
    'cancelled', 'wrong_time'));

-- Whether a check at p_at is of the time in which a ticket may be used. A phone that says a time from before the
-- ticket was there has lost its clock: then, and where it is ahead, the check is of now.
create function may_be_used(p_ticket bytea, p_at timestamptz) returns boolean language sql stable as $$
  select case when p_at < k.created_at - interval '5 minutes' then clock_timestamp() else least(p_at, clock_timestamp()) end
    between boards_at(k.trip_id, k.leg_from) - interval '6 hours'
      and t.departs_at + z.arrives_after_seconds * interval '1 second' + t.delay_minutes * interval '1 minute' + interval '24 hours'
  from ticket k
  join trip t on t.id = k.trip_id
  join schedule_stop z on z.schedule_id = t.schedule_id and z.position = k.leg_to
  where k.id = p_ticket
$$;

create function used_around_departure() returns trigger language plpgsql as $$
begin
  if clock_timestamp() < boards_at(new.trip_id, new.leg_from) - interval '6 hours' then
    raise exception 'ticket % may not be used yet', new.code using errcode = 'check_violation', constraint = 'used_around_departure';
  end if;
  return new;
end $$;
create trigger ticket_used_around_departure before update of status on ticket for each row
  when (new.status = 'used' and old.status <> 'used') execute function used_around_departure();
