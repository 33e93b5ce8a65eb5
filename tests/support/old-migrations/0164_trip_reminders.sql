-- Which bookings were told of which trip the evening before.
create table trip_reminder (
  booking_id uuid not null references booking on delete cascade,
  trip_id uuid not null references trip on delete cascade,
  sent_at timestamptz not null default now(),
  -- Nobody is reminded twice of the same trip; who has moved to another one is reminded of that.
  primary key (booking_id, trip_id)
);
create index trip_reminder_trip on trip_reminder (trip_id);
comment on table trip_reminder is 'notices: bookings whose travellers were reminded of a trip';
