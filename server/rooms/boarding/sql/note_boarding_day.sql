-- Trigger: records the day on which a ticket of an operator's timetable was boarded in time.
create or replace function note_boarding_day() returns trigger language plpgsql as $$
begin
  insert into boarding_day (operator_id, day)
    select s.operator_id, t.service_date
    from ticket k join trip t on t.id = k.trip_id join schedule s on s.id = t.schedule_id
    where k.id = new.ticket_id and k.trip_id = new.trip_id and k.status in ('valid', 'used')
      and not is_single_departure(t.id)
    on conflict do nothing;
  return null;
end $$;
