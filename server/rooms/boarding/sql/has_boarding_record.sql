-- Whether an operator has a boarding record: tickets of its timetable were boarded in time on at least 30 days.
create or replace function has_boarding_record(p_operator uuid) returns boolean language sql stable as $$
  select count(*) >= 30 from (select from boarding_day where operator_id = p_operator limit 30) day
$$;
