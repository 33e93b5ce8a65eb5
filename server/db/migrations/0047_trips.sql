-- What the vehicle of a departure has, where it is not that of its run.
alter table trip add column amenities text[];
comment on column trip.amenities is 'what the vehicle of this departure has, where it is not that of its run';
update trip t set amenities = '{}' from schedule s
  where s.id = t.schedule_id and t.vehicle_type is not null and t.vehicle_type <> s.vehicle_type
    and t.departs_at > now() - interval '1 day';
