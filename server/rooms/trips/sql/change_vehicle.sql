-- Gives a departure another vehicle, and the relative value of its seats.
create or replace function change_vehicle(p_trip uuid, p_vehicle text, p_worth_percent int, p_note text) returns void
language sql as $$
  update trip set vehicle_type = p_vehicle, note = p_note, version = version + 1,
    fare_percent = greatest(10, round(fare_percent * p_worth_percent / 100.0))
  where id = p_trip
$$;
