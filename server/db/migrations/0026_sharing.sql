-- My trip with my next of kin: links to follow it, and what travellers say on the way.
create table trip_link (
  id uuid primary key,
  booking_id uuid not null references booking on delete cascade,
  -- A booking has so many links in all, whoever asks.
  number smallint not null check (number between 1 and 20),
  -- Of 130 random bits that only the link itself has.
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
  -- A booking that is moved has another bus: what was said on the first is not about the second.
  trip_id uuid not null references trip on delete cascade,
  kind text not null check (kind in ('on_the_way', 'arrived')),
  place text check (length(place) between 2 and 80),
  said_at timestamptz not null,
  received_at timestamptz not null default now(),
  client_ref uuid,
  check (said_at <= received_at),
  unique (booking_id, client_ref)
);
comment on table trip_sign is 'sharing: what travellers say of themselves on the way';
create index trip_sign_booking on trip_sign (booking_id, said_at desc);
create index trip_sign_trip on trip_sign (trip_id);

create table kin_text (
  booking_id uuid not null references booking on delete cascade,
  trip_id uuid not null references trip on delete cascade,
  sent_at timestamptz not null default now(),
  -- Nobody is texted twice about the same trip.
  primary key (booking_id, trip_id)
);
comment on table kin_text is 'sharing: next of kin who were texted because nobody had said "arrived"';
create index kin_text_trip on kin_text (trip_id);
