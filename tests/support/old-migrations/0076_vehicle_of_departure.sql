-- One departure may have another vehicle than its run.
alter table trip add column vehicle_type text references vehicle_type (code);
comment on column trip.vehicle_type is 'the vehicle of this departure where it is not that of its run';
