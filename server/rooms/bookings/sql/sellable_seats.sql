-- Returns the seats of a trip's vehicle that may be sold; null if the trip is not on sale from that stop now.
create or replace function sellable_seats(p_trip uuid, p_from smallint) returns smallint[] language plpgsql volatile as $$
begin
  return (select v.sellable
  from trip t
  join schedule s on s.id = t.schedule_id
  join vehicle_type v on v.code = coalesce(t.vehicle_type, s.vehicle_type)
  join schedule_stop f on f.schedule_id = t.schedule_id and f.position = p_from
  where t.id = p_trip and t.status in ('scheduled', 'boarding') and t.withdrawn_at is null
    and t.sales_closed_at is null
    and not exists (select from vehicle_change c where c.trip_id = t.id and c.done_at is null)
    and t.sales_close_at + make_interval(secs => f.departs_after_seconds) > clock_timestamp());
end $$;
