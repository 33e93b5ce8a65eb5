-- What changed for whom, told to the devices that listen. Written in the transaction of the change, numbered and
-- announced outside of it, so that no business transaction waits for NOTIFY's lock.

-- Bodies stand in server/db/functions/events.
create function booking_tells() returns trigger language plpgsql as $$ begin return null; end $$;
create function parcel_tells() returns trigger language plpgsql as $$ begin return null; end $$;
create function payment_tells() returns trigger language plpgsql as $$ begin return null; end $$;
create function trip_tells() returns trigger language plpgsql as $$ begin return null; end $$;

create sequence event_position;
create table event (
  id bigint generated always as identity primary key,
  -- A person's id, an operator's, or that of our own desk.
  account uuid not null,
  kind text not null check (kind ~ '^[a-z_]{2,30}$'),
  -- What changed: an id or a reference.
  subject text not null check (length(subject) between 1 and 64),
  at timestamptz not null default now(),
  -- Its place in the one order in which all processes tell it; null until it is announced.
  position bigint unique
);
comment on table event is 'events: what changed for whom, for devices that listen';
create index event_waiting on event (id) where position is null;
create index event_account on event (account, position);
create index event_at on event (at);
alter sequence event_position owned by event.position;

create trigger booking_tells after update of status on booking
  for each row when (new.user_id is not null and old.status is distinct from new.status) execute function booking_tells();
create trigger parcel_tells after update of state on parcel
  for each row when (old.state is distinct from new.state) execute function parcel_tells();
create trigger payment_tells after update of status on payment
  for each row when (new.person_id is not null and old.status is distinct from new.status) execute function payment_tells();
create trigger trip_tells after update of status, delay_minutes, plate, note on trip
  for each row when ((old.status, old.delay_minutes, old.plate, old.note)
    is distinct from (new.status, new.delay_minutes, new.plate, new.note)) execute function trip_tells();
