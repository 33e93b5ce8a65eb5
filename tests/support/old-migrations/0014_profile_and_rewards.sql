create table traveller (
  id uuid primary key,
  person_id uuid not null references person on delete cascade,
  full_name text not null,
  gender text not null check (gender in ('female', 'male')),
  passenger_type text not null references passenger_type (code),
  phone text check (phone like '+%'),
  address text not null,
  created_at timestamptz not null default now()
);
create index traveller_person on traveller (person_id);
comment on table traveller is 'profile: people somebody books for, kept to fill the passenger form';

-- A guest's bookings are found by the e-mail, as they are by the phone, when their owner makes an account.
create index booking_guest_email on booking (lower(contact_email))
  where user_id is null and contact_email is not null;
-- What a provider told about a payment is found when the person who paid is forgotten.
create index webhook_event_payment on webhook_event (payment_reference);
-- Messages of providers name who paid, so their words are let go after a time; the index holds what still has some.
create index webhook_event_with_words on webhook_event (received_at) where raw <> '';

-- When the points of a travelled booking were given. The index holds only what is still to do.
alter table booking add column rewarded_at timestamptz;
create index booking_to_reward on booking (id)
  where user_id is not null and rewarded_at is null and status in ('travelled', 'completed');

-- Points of one person. Spending takes the oldest first, so what lapses follows from the sums alone:
-- of all points earned so far `earned - greatest(spent, those past their date)` are left.
create table points_account (
  person_id uuid primary key references person,
  earned int not null default 0,
  spent int not null default 0,
  -- No point lapses before it. Null: there is none that could.
  next_lapse_at timestamptz,
  constraint no_point_is_spent_twice check (earned >= spent)
);
create index points_account_next_lapse on points_account (next_lapse_at) where next_lapse_at is not null;
comment on table points_account is 'rewards: points earned and spent, in sum';

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
create index points_entry_person on points_entry (person_id, number);
create index points_entry_booking on points_entry (booking_id) where booking_id is not null;
comment on table points_entry is 'rewards: points, append-only';

create trigger points_append_only before update or delete on points_entry
  for each row execute function ledger_is_append_only();
create trigger points_no_truncate before truncate on points_entry
  for each statement execute function ledger_is_append_only();

create function post_to_points_account() returns trigger language plpgsql as $$
begin
  insert into points_account (person_id) values (new.person_id) on conflict do nothing;
  update points_account set earned = earned + greatest(new.points, 0), spent = spent + greatest(-new.points, 0),
    next_lapse_at = least(next_lapse_at, new.expires_at) where person_id = new.person_id;
  return new;
end $$;
create trigger points_entry_posts after insert on points_entry
  for each row execute function post_to_points_account();

-- Points of a person that are past their date, spent or not.
create function points_past_date(p_person uuid) returns int language sql stable as $$
  select coalesce(sum(points), 0)::int from points_entry
  where person_id = p_person and kind = 'trip' and expires_at <= now()
$$;

-- Lets a person's points lapse that are past their date and not spent; tells how many.
create function lapse_points(p_person uuid) returns int language plpgsql as $$
declare
  mine points_account;
  due int;
begin
  select * into mine from points_account where person_id = p_person for update;
  if mine.next_lapse_at is null or mine.next_lapse_at > now() then return 0; end if;
  due := greatest(points_past_date(p_person) - mine.spent, 0);
  if due > 0 then
    insert into points_entry (person_id, kind, points, ref)
      values (p_person, 'lapsed', -due, 'lapsed:' || p_person || ':' || mine.spent + due);
  end if;
  update points_account set next_lapse_at = (select min(expires_at) from points_entry
    where person_id = p_person and kind = 'trip' and expires_at > now()) where person_id = p_person;
  return due;
end $$;

-- Takes points off a person, once per ref. False: she has not so many. One waits for the other, so no
-- point is spent twice.
create function spend_points(p_person uuid, p_points int, p_kind text, p_ref text) returns boolean
language plpgsql as $$
declare
  left_over int;
begin
  perform lapse_points(p_person);
  select earned - spent into left_over from points_account where person_id = p_person for update;
  if p_points > coalesce(left_over, 0) then return false; end if;
  insert into points_entry (person_id, kind, points, ref) values (p_person, p_kind, -p_points, p_ref)
    on conflict (ref) do nothing;
  return found;
end $$;

-- Trips a person travelled in the twelve months before a moment: what her tier goes by.
create function trips_in_year(p_person uuid, p_until timestamptz) returns int language sql stable as $$
  select count(*)::int from booking b
  where b.user_id = p_person and b.status in ('travelled', 'completed')
    and boards_at(b.trip_id, b.leg_from) >= p_until - interval '12 months'
    and boards_at(b.trip_id, b.leg_from) < p_until
$$;

-- Gives the points of travelled bookings, each once, at most p_limit: of what was paid and not given
-- back, one point for each p_kobo_per_point, times the percent of the tier the person had before that
-- trip. p_from_trips[i] trips make the tier of p_percents[i]. Points bear the date of the trip and lapse
-- p_months after it; a trip further back, taken over from a guest, gives none. Answers the bookings
-- looked at.
create function reward_travelled(
  p_limit int, p_kobo_per_point bigint, p_months int, p_from_trips int[], p_percents int[]
) returns table (person_id uuid, booking_id uuid, boarded_at timestamptz) language sql volatile as $$
  with due as materialized (
    select b.id, b.user_id, b.paid_kobo - b.refunded_kobo as fare_kobo, boards_at(b.trip_id, b.leg_from) as boarded_at
    from booking b
    where b.user_id is not null and b.rewarded_at is null and b.status in ('travelled', 'completed')
    limit p_limit for update skip locked
  ), looked_at as (
    update booking b set rewarded_at = now() from due where b.id = due.id
  ), given as (
    insert into points_entry (person_id, kind, points, ref, booking_id, expires_at, created_at)
    select due.user_id, 'trip', due.fare_kobo * tier.percent / (100 * p_kobo_per_point), 'trip:' || due.id, due.id,
      due.boarded_at + make_interval(months => p_months), due.boarded_at
    from due
    join person p on p.id = due.user_id and p.erased_at is null
    cross join lateral (select max(t.percent) as percent from unnest(p_from_trips, p_percents) t (from_trips, percent)
      where t.from_trips <= trips_in_year(due.user_id, due.boarded_at)) tier
    where due.fare_kobo * tier.percent >= 100 * p_kobo_per_point
      and due.boarded_at > now() - make_interval(months => p_months)
    order by due.user_id, due.boarded_at, due.id
    on conflict (ref) do nothing
  )
  select user_id, id, due.boarded_at from due order by due.boarded_at, id
$$;

-- What came of a referral, written once, after the friend's first trip.
create table referral_reward (
  friend_id uuid primary key references person,
  referrer_id uuid not null references person,
  booking_id uuid not null references booking,
  -- Why it does not count. Null: both sides got reward_kobo.
  refusal text check (refusal in ('same_person', 'unproved', 'month_limit', 'erased')),
  reward_kobo bigint not null check (reward_kobo >= 0),
  created_at timestamptz not null default now(),
  check (friend_id <> referrer_id),
  check ((refusal is null) = (reward_kobo > 0))
);
create index referral_reward_referrer on referral_reward (referrer_id, created_at);
create index referral_reward_booking on referral_reward (booking_id);
comment on table referral_reward is 'rewards: what came of referrals';

-- Decides about the referral of a friend who has travelled, once. Answers who brought her when both
-- are to be rewarded; the money is the caller's. The referrer's row is locked, so that the month's
-- limit holds for friends who travel at the same time.
create function settle_referral(p_friend uuid, p_booking uuid, p_reward_kobo bigint, p_per_month int) returns uuid
language plpgsql as $$
declare
  friend person;
  referrer person;
  why text;
begin
  select * into friend from person where id = p_friend;
  select * into referrer from person where id = friend.referred_by for no key update;
  if referrer.id is null then return null; end if;
  why := case
    when friend.erased_at is not null or referrer.erased_at is not null then 'erased'
    when friend.email_verified_at is null and friend.phone_verified_at is null then 'unproved'
    when friend.device_id = referrer.device_id or friend.email = referrer.email or friend.phone = referrer.phone
      then 'same_person'
    when p_per_month <= (select count(*) from referral_reward r where r.referrer_id = referrer.id and r.refusal is null
      and r.created_at >= date_trunc('month', now() at time zone 'Africa/Lagos') at time zone 'Africa/Lagos')
      then 'month_limit'
  end;
  insert into referral_reward (friend_id, referrer_id, booking_id, refusal, reward_kobo)
    values (friend.id, referrer.id, p_booking, why, case when why is null then p_reward_kobo else 0 end)
    on conflict (friend_id) do nothing;
  return case when found and why is null then referrer.id end;
end $$;
