-- Banners and announcements for everybody, push subscriptions, and which notifications were sent.

create table banner (
  id int generated always as identity primary key,
  position smallint not null,
  content text not null check (length(content) between 1 and 160),
  url text check (url like '/%' or url like 'https://%'),
  url_text text,
  shown_from timestamptz not null default now(),
  shown_until timestamptz,
  check (num_nulls(url, url_text) in (0, 2)),
  check (shown_until > shown_from)
);
comment on table banner is 'notifications: messages in the strip above the navigation';

create table announcement (
  id int generated always as identity primary key,
  title text not null check (length(title) between 1 and 120),
  body text not null,
  -- It is visible from this moment on.
  published_at timestamptz not null default now()
);
comment on table announcement is 'notifications: news for travellers';
create index announcement_published_at on announcement (published_at desc, id desc);

create table push_subscription (
  id uuid primary key,
  -- Its address at the push service.
  endpoint text not null unique check (length(endpoint) <= 1000),
  -- The phone's public key and secret, base64url (RFC 8291).
  p256dh text not null,
  auth text not null,
  person_id uuid references person on delete cascade,
  login_id uuid references login on delete cascade,
  created_at timestamptz not null default now(),
  check (num_nulls(person_id, login_id) in (0, 2))
);
comment on table push_subscription is 'notifications: phones that receive news of trips';
create index push_subscription_person on push_subscription (person_id);
create index push_subscription_login on push_subscription (login_id);

create table push_booking (
  subscription_id uuid not null references push_subscription on delete cascade,
  booking_id uuid not null references booking on delete cascade,
  primary key (booking_id, subscription_id)
);
comment on table push_booking is 'notifications: bookings of which a phone without an account receives news';
create index push_booking_subscription on push_booking (subscription_id);

create table push_sent (
  subscription_id uuid not null references push_subscription on delete cascade,
  news_id uuid not null,
  sent_at timestamptz not null default now(),
  primary key (subscription_id, news_id)
);
comment on table push_sent is 'notifications: news that a push service has accepted for a phone';
