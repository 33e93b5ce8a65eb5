-- What the vehicle of a departure has, where it is not that of its run, and sales that its operator has closed.
alter table trip add column amenities text[];
comment on column trip.amenities is 'what the vehicle of this departure has, where it is not that of its run';
update trip t set amenities = '{}' from schedule s
  where s.id = t.schedule_id and t.vehicle_type is not null and t.vehicle_type <> s.vehicle_type
    and t.departs_at > now() - interval '1 day';
alter table trip add column sales_closed_at timestamptz;
comment on column trip.sales_closed_at is 'since when its operator has closed its sales by hand; null while they follow the timetable';
