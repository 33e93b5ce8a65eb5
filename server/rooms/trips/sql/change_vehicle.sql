-- Gives a departure another vehicle with that vehicle's amenities. p_worth_percent: the value of the new vehicle's
-- seats in percent of the earlier vehicle's. The fare changes by the same factor. The plate and the driver of the
-- earlier vehicle are removed, since travellers and the law's manifest must not get a wrong one.
create or replace function change_vehicle(p_trip uuid, p_vehicle text, p_worth_percent int, p_note text) returns void
language sql as $$
  update trip t set vehicle_type = p_vehicle, note = p_note, version = version + 1,
    plate = null, driver_name = null, driver_phone = null,
    amenities = case when p_vehicle <> s.vehicle_type then amenities_of_vehicle(s.operator_id, p_vehicle) end,
    fare_percent = greatest(10, round(fare_percent * p_worth_percent / 100.0))
  from schedule s where t.id = p_trip and s.id = t.schedule_id
$$;
