-- People with an account, their logins, and the codes that verify an address.

-- An address belongs to the person who has verified it. Until then several accounts may have it, so that signing up
-- does not reveal whether an address is known.
create table person (
  id uuid primary key,
  full_name text not null,
  email text check (email = lower(email)),
  email_verified_at timestamptz,
  -- E.164.
  phone text check (phone like '+%'),
  phone_verified_at timestamptz,
  -- argon2id, as a PHC string. Null if the person logs in with Google only.
  password_hash text,
  -- Google's `sub`. The email may change, this never does (OpenID Connect Core 1.0, 5.7).
  google_sub text unique,
  language text not null default 'en',
  data_saver boolean not null default false,
  notifications jsonb not null default
    '{"trip_news_sms": true, "trip_news_email": true, "trip_news_push": true, "offers_email": false}',
  kin_name text,
  kin_phone text,
  kin_relationship text,
  referral_code text not null unique,
  -- Who referred this person, and the device on which they signed up, for the limits on referrals.
  referred_by uuid references person,
  device_id uuid,
  -- When the account will be erased, at its owner's request, and when it was.
  erase_at timestamptz,
  erased_at timestamptz,
  created_at timestamptz not null default now(),
  check (num_nulls(kin_name, kin_phone, kin_relationship) in (0, 3)),
  check (email is not null or email_verified_at is null),
  check (phone is not null or phone_verified_at is null)
);
comment on table person is 'accounts: people with an account';
create unique index person_email_proved on person (email) where email_verified_at is not null;
create unique index person_phone_proved on person (phone) where phone_verified_at is not null;
create index person_email on person (email, created_at desc) where email is not null;
create index person_phone on person (phone, created_at desc) where phone is not null;
create index person_referred_by on person (referred_by, created_at) where referred_by is not null;
create index person_to_erase on person (erase_at) where erase_at is not null and erased_at is null;

-- A login on one device. It ends when it is revoked, after idle_until, or after ends_at.
create table login (
  id uuid primary key,
  person_id uuid not null references person on delete cascade,
  device text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  idle_until timestamptz not null,
  ends_at timestamptz not null,
  revoked_at timestamptz,
  -- A stranger can use up the codes of an address, since anybody may request them. So a device that has been logged in
  -- to the account gets separate codes, under this key.
  device_key text
);
create index login_person on login (person_id) where revoked_at is null;
create index login_ends on login (ends_at);
create index login_device on login (person_id, device_key) where device_key is not null;
comment on table login is 'accounts: logins on devices';
comment on column login.device_key is 'the device by its id, keyed; null where it named none';

-- Refresh tokens, each used once. Using one again after the grace period ends its login. The next token is computed
-- from it, so that a repeat or a second tab within the grace period gets the same one.
create table refresh_token (
  sha256 bytea primary key check (octet_length(sha256) = 32),
  login_id uuid not null references login on delete cascade,
  used_at timestamptz,
  created_at timestamptz not null default now()
);
comment on table refresh_token is 'accounts: refresh tokens, hashed';
create index refresh_token_login on refresh_token (login_id);

-- Codes sent by email or SMS, hashed: valid for ten minutes and five tries, one open code per contact, purpose and
-- person. The contact is a keyed hash as well, so that an erased person leaves no address here.
create table contact_code (
  id uuid primary key,
  purpose text not null check (purpose in ('reset', 'prove')),
  contact text not null,
  person_id uuid not null references person on delete cascade,
  code_hash bytea not null,
  tries_left smallint not null check (tries_left >= 0),
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  used_at timestamptz,
  -- Wrong guesses of a stranger must not block the owner's code. So the requester (a keyed hash of phone or network;
  -- null if only the person may try) has a separate number of tries, tries_left. All others together have
  -- tries_elsewhere; `elsewhere` counts the tries of each network.
  asked_by text,
  tries_elsewhere smallint not null default 20 check (tries_elsewhere >= 0),
  elsewhere jsonb not null default '{}'
);
comment on table contact_code is 'accounts: codes to prove an address or to set a new password';
create index contact_code_person on contact_code (person_id);
create index contact_code_contact on contact_code (contact, purpose, created_at desc);
