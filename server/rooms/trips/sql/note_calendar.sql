-- Trigger: when the calendar of a schedule is set, stores its last day (ends_on) and resets the day up to which its
-- departures exist (rolled_until), so that they are made by the new calendar.
create or replace function note_calendar() returns trigger language plpgsql as $$
begin
  new.rolled_until := '-infinity';
  new.ends_on := case
    when jsonb_array_length(coalesce(new.calendar -> 'days', '[]')) = 0 and new.calendar ? 'added'
      then coalesce((select max(day::date) from jsonb_array_elements_text(new.calendar -> 'added') day), '-infinity')
    else greatest(coalesce((new.calendar ->> 'until')::date, 'infinity'),
      (select max(day::date) from jsonb_array_elements_text(coalesce(new.calendar -> 'added', '[]')) day)) end;
  return new;
end $$;
