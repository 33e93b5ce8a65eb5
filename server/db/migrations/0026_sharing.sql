-- Sharing a trip with next of kin: links to follow a trip, reports by travellers that they are on the way or have
-- arrived, and SMS to next of kin.

create table trip_link (
  id uuid primary key,
  booking_id uuid not null references booking on delete cascade,
  -- At most 20 links per booking.
  number smallint not null check (number between 1 and 20),
  -- SHA-256 of 130 random bits that only the link contains.
  code_sha256 bytea not null unique check (octet_length(code_sha256) = 32),
  wants_sms boolean not null default false,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  unique (booking_id, number)
);
comment on table trip_link is 'sharing: links to follow a trip, by the hash of their code';
create index trip_link_wants_sms on trip_link (booking_id) where wants_sms and ended_at is null;

create table trip_sign (
  id uuid primary key,
  booking_id uuid not null references booking on delete cascade,
  -- A booking that is moved gets another bus, which an earlier sign is not about.
  trip_id uuid not null references trip on delete cascade,
  kind text not null check (kind in ('on_the_way', 'arrived')),
  place text check (length(place) between 2 and 80),
  said_at timestamptz not null,
  received_at timestamptz not null default now(),
  client_ref uuid,
  check (said_at <= received_at),
  unique (booking_id, client_ref)
);
comment on table trip_sign is 'sharing: signs of travellers on the way';
create index trip_sign_booking on trip_sign (booking_id, said_at desc);
create index trip_sign_trip on trip_sign (trip_id);

create table kin_text (
  booking_id uuid not null references booking on delete cascade,
  trip_id uuid not null references trip on delete cascade,
  sent_at timestamptz not null default now(),
  -- One text per trip.
  primary key (booking_id, trip_id)
);
comment on table kin_text is 'sharing: texts to next of kin because the traveller had not reported arrival';
create index kin_text_trip on kin_text (trip_id);
