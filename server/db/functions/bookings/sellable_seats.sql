-- The seats of a trip's vehicle that the marketplace may sell; null when it is not on sale from there now.
create or replace function sellable_seats(p_trip uuid, p_from smallint) returns smallint[] language sql volatile as $$
  select v.sellable
  from trip t
  join schedule s on s.id = t.schedule_id
  join vehicle_type v on v.code = coalesce(t.vehicle_type, s.vehicle_type)
  where t.id = p_trip and t.status in ('scheduled', 'boarding') and t.withdrawn_at is null
    and not exists (select from vehicle_change c where c.trip_id = t.id and c.done_at is null)
    and t.sales_close_at + (boards_at(t.id, p_from) - t.departs_at) > clock_timestamp()
$$;
