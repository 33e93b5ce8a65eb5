-- What an operator tells of a departure. departs_at stays what was sold: tickets are signed over it.
alter table trip add column delay_minutes smallint not null default 0 check (delay_minutes between 0 and 1440);
alter table trip add column note text check (length(note) between 1 and 140);

alter table person alter column notifications
  set default '{"trip_news_sms": true, "trip_news_email": true, "trip_news_push": true, "offers_email": false}';
update person set notifications = notifications || '{"trip_news_push": true}';

create table push_subscription (
  id uuid primary key,
  -- The address that the phone's push service gave it.
  endpoint text not null unique check (length(endpoint) <= 1000),
  -- The phone's public key and its secret, base64url (RFC 8291).
  p256dh text not null,
  auth text not null,
  person_id uuid references person on delete cascade,
  login_id uuid references login on delete cascade,
  created_at timestamptz not null default now(),
  check (num_nulls(person_id, login_id) in (0, 2))
);
create index push_subscription_person on push_subscription (person_id);
create index push_subscription_login on push_subscription (login_id);
comment on table push_subscription is 'notices: phones that want news of trips';

create table push_booking (
  subscription_id uuid not null references push_subscription on delete cascade,
  booking_id uuid not null references booking on delete cascade,
  primary key (booking_id, subscription_id)
);
create index push_booking_subscription on push_booking (subscription_id);
comment on table push_booking is 'notices: bookings that a phone without an account wants news of';

create table push_sent (
  subscription_id uuid not null references push_subscription on delete cascade,
  news_id uuid not null,
  sent_at timestamptz not null default now(),
  primary key (subscription_id, news_id)
);
comment on table push_sent is 'notices: news that a push service has taken for a phone';

create table sandbox.push_message (
  id bigint generated always as identity primary key,
  box text not null,
  body bytea not null,
  headers jsonb not null,
  taken_at timestamptz not null default now()
);
create index on sandbox.push_message (box, id);
