-- A departure that its timetable no longer has, though people have booked it or hold seats on it, is sold
-- no more; its tickets stay good until its operator cancels it. It comes back when the timetable does.
alter table trip add column withdrawn_at timestamptz;
comment on column trip.withdrawn_at is 'since when its timetable no longer has it; such a departure is not sold';
create index trip_withdrawn on trip (schedule_id) where withdrawn_at is not null;

-- The seats of a trip's vehicle that the marketplace may sell; null when it is not on sale from there now.
create or replace function sellable_seats(p_trip uuid, p_from smallint) returns smallint[] language sql volatile as $$
  select v.sellable
  from trip t
  join schedule s on s.id = t.schedule_id
  join vehicle_type v on v.code = s.vehicle_type
  where t.id = p_trip and t.status in ('scheduled', 'boarding') and t.withdrawn_at is null
    and t.sales_close_at + (boards_at(t.id, p_from) - t.departs_at) > clock_timestamp()
$$;
