-- Stores an operator's report about a departure: delay, plate, note and driver. If the departure is already marked as
-- departed or completed, but leaves later because of the delay, it is scheduled again. If it is marked as completed,
-- but arrives later, it is departed again, since only then are travellers marked who have yet to board at later stops.
create or replace function tell_trip(
  p_trip uuid, p_delay_minutes int, p_plate text, p_note text, p_driver_name text, p_driver_phone text
) returns void language sql as $$
  update trip set delay_minutes = p_delay_minutes, plate = p_plate, note = p_note,
    driver_name = p_driver_name, driver_phone = p_driver_phone, version = version + 1,
    status = case
      when status in ('departed', 'completed') and departs_at + make_interval(mins => p_delay_minutes) > now()
      then 'scheduled'
      when status = 'completed' and arrives_at + make_interval(mins => p_delay_minutes) > now() then 'departed'
      else status end
  where id = p_trip
$$;
