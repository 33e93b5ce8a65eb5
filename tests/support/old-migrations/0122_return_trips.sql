-- A return trip: two bookings, the way out and the way back, that are paid as one. Each keeps its own departure,
-- seats, tickets and money, so that one way may be cancelled or moved without the other.
create table return_trip (
  id uuid primary key,
  payable_id uuid references payable,
  created_at timestamptz not null default now(),
  constraint payable_under_its_id check (payable_id = id)
);
comment on table return_trip is 'bookings: ways out and back that are paid as one';

alter table booking
  add column return_trip_id uuid references return_trip,
  add column way text check (way in ('out', 'back')),
  add constraint way_of_a_return_trip check ((way is null) = (return_trip_id is null));
create unique index booking_return_trip on booking (return_trip_id, way) where return_trip_id is not null;

insert into payable_kind (kind, opens, locks, fulfils, shares, fee_vat, receives) values
  ('return_trip', 'open_return_trip', 'lock_return_trip', 'fulfil_return_trip', 'return_trip_shares', null, null);

-- What came of one payment of a company's for two payables: it takes back either under the reference it knows.
alter table payment add column part_of uuid references payment;
create index payment_part on payment (part_of) where part_of is not null;

-- Its body stands in server/db/functions/bookings.
create function free_return_trip_hold() returns trigger language plpgsql as $$ begin return null; end $$;
create trigger booking_frees_return_trip after update of status on booking
  for each row when (new.return_trip_id is not null and new.status not in ('held', 'awaiting_payment'))
  execute function free_return_trip_hold();
