-- Whether an operator added a departure outside its timetable (`add_run`).
create or replace function is_single_departure(p_trip uuid) returns boolean language sql stable as $$
  select exists (select from single_departure where trip_id = p_trip)
$$;
