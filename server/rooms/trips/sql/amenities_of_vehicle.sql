-- Returns the amenities that all schedules of an operator with this vehicle type have in common. They can be promised
-- if such a vehicle takes over a departure. Empty if the operator has no such schedule.
create or replace function amenities_of_vehicle(p_operator uuid, p_vehicle text) returns text[] language sql stable as $$
  with run as materialized (
    select id, amenities from schedule
    where operator_id = p_operator and vehicle_type = p_vehicle and not calendar ? 'replaced'
  )
  select coalesce(array_agg(amenity order by amenity), '{}') from (
    select amenity from run cross join unnest(amenities) amenity
    group by amenity having count(distinct id) = (select count(*) from run)
  ) common
$$;
