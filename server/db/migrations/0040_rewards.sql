-- Rewards are a share of our fee, need a boarded ticket, and wait for our staff where buyer and operator, or referrer
-- and friend, seem to be the same people.

-- A trip is checked for points again until its boarding is proved, since door checks may arrive days later.
alter table booking add column reward_check_at timestamptz not null default now();
comment on column booking.reward_check_at is 'when a travelled booking is next checked for points';
drop index booking_to_reward;
create index booking_to_reward on booking (reward_check_at)
  where user_id is not null and rewarded_at is null and status in ('travelled', 'completed');
drop function if exists claim_unrewarded_bookings(int);
drop function if exists reward_travelled(int, bigint, int, int[], int[]);
drop function if exists settle_referral(uuid, uuid, bigint, int);

-- Days on which a ticket of an operator's timetable was boarded in time. Single departures do not count, since an
-- operator adds as many as it likes.
create table boarding_day (
  operator_id uuid not null references operator,
  day date not null,
  primary key (operator_id, day)
);
comment on table boarding_day is 'boarding: days on which tickets of an operator were boarded in time';
insert into boarding_day (operator_id, day)
  select distinct s.operator_id, t.service_date
  from boarding_scan x join ticket k on k.id = x.ticket_id and k.trip_id = x.trip_id
  join trip t on t.id = x.trip_id join schedule s on s.id = t.schedule_id
  where x.verdict = 'valid' and x.in_time and k.status = 'used'
    and (s.feed_id is not null or s.calendar -> 'days' is distinct from '[]'::jsonb);
create trigger boarding_scan_notes_day after insert on boarding_scan for each row
  when (new.verdict = 'valid' and new.in_time) execute function note_boarding_day();

-- Where a single departure was added from. The network is a keyed hash, deleted after 60 days.
create table single_departure (
  trip_id uuid primary key references trip,
  operator_id uuid not null references operator,
  key_id uuid references operator_key,
  network text,
  added_at timestamptz not null default now()
);
comment on table single_departure is 'timetables: departures that operators added outside their timetables';
create index single_departure_operator on single_departure (operator_id, added_at);
insert into single_departure (trip_id, operator_id)
  select t.id, s.operator_id from schedule s join trip t on t.schedule_id = s.id
  where s.feed_id is null and s.calendar -> 'days' = '[]'::jsonb;

-- Whether its punctuality came with the demo data, which has no travellers.
alter table trip add column vouched_by text check (vouched_by = 'demo');

alter table login add column network text, add column first_network text;
comment on column login.network is 'the network of its last use, keyed; null for private addresses';
comment on column login.first_network is 'the network where it began, likewise';
create index login_network on login (person_id) where coalesce(network, first_network) is not null;

-- Bookings whose rewards wait for our staff, or were decided by them.
create table reward_case (
  booking_id uuid primary key references booking,
  -- Why buyer and operator, or referrer and friend, seem to be the same people.
  signs text[] not null check (cardinality(signs) > 0),
  state text not null default 'open' check (state in ('open', 'approved', 'refused')),
  opened_at timestamptz not null default now(),
  decided_at timestamptz,
  reason text check (length(reason) between 3 and 300),
  staff_key_id uuid references staff_key,
  member_id uuid references member,
  constraint decided_by_somebody check (case state
    when 'open' then num_nonnulls(decided_at, reason, staff_key_id, member_id) = 0
    else num_nonnulls(decided_at, reason) = 2 and num_nonnulls(staff_key_id, member_id) = 1 end)
);
comment on table reward_case is 'rewards: bookings whose rewards wait for our staff';
create index reward_case_open on reward_case (opened_at) where state = 'open';
create index reward_case_member on reward_case (member_id) where member_id is not null;
create trigger stay before update or delete on reward_case
  for each row when (old.state <> 'open') execute function reward_decisions_stay();

alter table referral_reward drop constraint referral_reward_refusal_check;
alter table referral_reward add constraint referral_reward_refusal_check
  check (refusal in ('same_person', 'unproved', 'month_limit', 'erased', 'self_dealing', 'no_fee'));
create trigger reward_is_covered after insert on points_entry for each row
  when (new.kind = 'trip') execute function guard_reward();

-- What was given is taken back when the money of the trip goes back.
alter table points_entry drop constraint points_entry_kind_check, drop constraint points_entry_check1;
alter table points_entry add constraint points_entry_kind_check
    check (kind in ('trip', 'redeemed', 'lapsed', 'given_up', 'taken_back')),
  add constraint points_of_a_trip check ((booking_id is not null) = (kind in ('trip', 'taken_back'))
    and (expires_at is not null) = (kind = 'trip'));
alter table referral_reward add column taken_back_at timestamptz check (taken_back_at is null or refusal is null);
create trigger reward_is_covered after insert or update on referral_reward for each row
  when (new.refusal is null and new.taken_back_at is null) execute function guard_reward();

create table reward_taken_back (
  booking_id uuid primary key references booking,
  taken_at timestamptz not null default now()
);
comment on table reward_taken_back is 'rewards: bookings whose rewards were taken back';
create table reward_recheck (
  booking_id uuid primary key references booking,
  noted_at timestamptz not null default now()
);
comment on table reward_recheck is 'rewards: bookings of which money may have gone back, until the next sweep';
create trigger booking_rechecks_rewards after update of status on booking for each row
  when (old.status in ('travelled', 'completed') and new.status not in ('travelled', 'completed'))
  execute function note_booking_recheck();
create trigger refund_rechecks_rewards after insert on refund for each row execute function note_refund_recheck();
create trigger payment_rechecks_rewards after update of outside_kobo, disputed_kobo on payment for each row
  when ((old.outside_kobo, old.disputed_kobo) is distinct from (new.outside_kobo, new.disputed_kobo))
  execute function note_payment_recheck();
