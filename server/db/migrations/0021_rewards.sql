-- Points for trips, and rewards for referrals.

-- Spending takes the oldest points first, so the sums are enough to know what has expired: what is left is
-- `earned - greatest(spent, earned points past their date)`.
create table points_account (
  person_id uuid primary key references person,
  earned int not null default 0,
  spent int not null default 0,
  -- When the next points expire; null: none will.
  next_lapse_at timestamptz,
  constraint no_point_is_spent_twice check (earned >= spent)
);
comment on table points_account is 'rewards: sums of points earned and spent';
create index points_account_next_lapse on points_account (next_lapse_at) where next_lapse_at is not null;

create table points_entry (
  id uuid primary key default gen_random_uuid(),
  number bigint generated always as identity unique,
  person_id uuid not null references person,
  kind text not null check (kind in ('trip', 'redeemed', 'lapsed', 'given_up')),
  points int not null check (points <> 0 and (points > 0) = (kind = 'trip')),
  ref text not null unique,
  booking_id uuid references booking,
  expires_at timestamptz,
  created_at timestamptz not null default now(),
  check (num_nulls(booking_id, expires_at) = case kind when 'trip' then 0 else 2 end)
);
comment on table points_entry is 'rewards: points, append-only';
create index points_entry_person on points_entry (person_id, number);
create index points_entry_booking on points_entry (booking_id) where booking_id is not null;
create trigger points_append_only before update or delete on points_entry
  for each row execute function ledger_is_append_only();
create trigger points_no_truncate before truncate on points_entry
  for each statement execute function ledger_is_append_only();
create trigger points_entry_posts after insert on points_entry
  for each row execute function post_to_points_account();

-- The result of a referral, written once, after the friend's first trip.
create table referral_reward (
  friend_id uuid primary key references person,
  referrer_id uuid not null references person,
  booking_id uuid not null references booking,
  -- Why it is not rewarded. Null: both sides got reward_kobo.
  refusal text check (refusal in ('same_person', 'unproved', 'month_limit', 'erased')),
  reward_kobo bigint not null check (reward_kobo >= 0),
  created_at timestamptz not null default now(),
  check (friend_id <> referrer_id),
  check ((refusal is null) = (reward_kobo > 0))
);
comment on table referral_reward is 'rewards: results of referrals';
create index referral_reward_referrer on referral_reward (referrer_id, created_at);
create index referral_reward_booking on referral_reward (booking_id);
