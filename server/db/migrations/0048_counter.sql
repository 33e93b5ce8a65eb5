-- Seats that are reserved on the phone and paid at the operator's counter.

create table counter_terms (
  operator_id uuid primary key references operator,
  -- Hours before departure at which a reservation ends at the latest.
  reservation_lead_hours smallint not null check (reservation_lead_hours between 1 and 6)
);
comment on table counter_terms is 'counter: operators at whose counters reservations can be paid';

-- A booking whose hold was prolonged for somebody who pays at the park. If its booking has expired, it was not paid,
-- which lowers what its person may reserve.
create table reservation (
  booking_id uuid primary key references booking on delete cascade,
  made_at timestamptz not null default clock_timestamp(),
  pay_until timestamptz not null,
  reminded_at timestamptz,
  -- When the job noticed that it was paid, released or not paid in time, which it writes to its person.
  closed_at timestamptz,
  constraint at_most_six_hours check (pay_until <= made_at + interval '6 hours')
);
comment on table reservation is 'bookings: bookings that are to be paid at the park';
create index reservation_open on reservation (pay_until) where closed_at is null;
