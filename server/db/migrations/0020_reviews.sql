-- Reviews of operators, motor parks and listed businesses, reports about them, and decisions of our staff.

create table review (
  id uuid primary key,
  person_id uuid not null references person on delete cascade,
  operator_id uuid references operator on delete cascade,
  motor_park_id uuid references motor_park on delete cascade,
  rating smallint not null check (rating between 1 and 5),
  body text not null check (length(body) between 10 and 2000),
  -- The trip that the review is about. The review stays verified when the booking is deleted.
  booking_id uuid references booking on delete set null,
  is_verified boolean not null default false,
  -- Id from the phone: a review sent twice is one.
  client_ref uuid,
  written_at timestamptz not null default now(),
  -- Why it is verified: by a trip of its writer, or because it came with the demo data. Only verified reviews count
  -- towards a rating.
  vouched_by text check (vouched_by in ('trip', 'demo')),
  -- Scores of an operator, then of a motor park.
  punctuality smallint check (punctuality between 1 and 5),
  driving smallint check (driving between 1 and 5),
  vehicle smallint check (vehicle between 1 and 5),
  staff smallint check (staff between 1 and 5),
  security smallint check (security between 1 and 5),
  touts smallint check (touts between 1 and 5),
  toilets smallint check (toilets between 1 and 5),
  shade smallint check (shade between 1 and 5),
  lighting smallint check (lighting between 1 and 5),
  -- The review can be changed for some time after this. A new trip starts a new period.
  first_at timestamptz not null default now(),
  -- `waiting`: only its writer sees it until our staff have decided.
  state text not null default 'shown' check (state in ('shown', 'waiting', 'hidden')),
  answer text check (length(answer) between 3 and 1000),
  answered_at timestamptz,
  answer_key_id uuid references operator_key,
  answer_member_id uuid references member,
  business_id uuid references business on delete cascade,
  constraint trips_are_verified check (booking_id is null or is_verified),
  constraint verified_by_something check (is_verified = (vouched_by is not null)),
  constraint scores_of_their_kind check (
    (operator_id is not null or num_nonnulls(punctuality, driving, vehicle, staff) = 0)
    and (motor_park_id is not null or num_nonnulls(security, touts, toilets, shade, lighting) = 0)),
  constraint of_one_subject check (num_nonnulls(operator_id, motor_park_id, business_id) = 1),
  -- One review per person and subject.
  constraint one_review unique nulls not distinct (person_id, operator_id, motor_park_id, business_id),
  constraint parks_do_not_answer check (answer is null or motor_park_id is null),
  -- A business answers through the person who requested its listing, whose name is not shown.
  constraint answered_once check (
    num_nonnulls(answer, answered_at) in (0, 2)
    and num_nonnulls(answer_key_id, answer_member_id)
      = case when business_id is null then num_nonnulls(answer) else 0 end)
);
comment on table review is 'reviews: reviews of operators, motor parks and listed businesses';
create index review_operator on review (operator_id, written_at desc, id desc) where operator_id is not null;
create index review_motor_park on review (motor_park_id, written_at desc, id desc) where motor_park_id is not null;
create index review_written_at on review (written_at desc, id desc);
create index review_booking on review (booking_id) where booking_id is not null;
create index review_highest on review (rating desc, written_at desc, id desc);
create index review_lowest on review (rating, written_at desc, id desc);
create index review_to_look_at on review (written_at) where state = 'waiting';
create index review_answer_member on review (answer_member_id) where answer_member_id is not null;
create index review_business on review (business_id, written_at desc, id desc) where business_id is not null;
create trigger review_is_vouched before insert or update on review
  for each row execute function guard_review();
create trigger review_is_counted after insert or delete or update of rating, is_verified, state on review
  for each row execute function count_review();

create table review_report (
  review_id uuid not null references review on delete cascade,
  person_id uuid not null references person on delete cascade,
  reason text not null check (reason in ('spam', 'abuse', 'private', 'not_a_trip', 'other')),
  words text check (length(words) between 1 and 300),
  reported_at timestamptz not null default now(),
  -- When our staff looked at it.
  looked_at timestamptz,
  primary key (review_id, person_id)
);
comment on table review_report is 'reviews: reports of readers about a review';
create index review_report_person on review_report (person_id, reported_at);
create index review_report_open on review_report (review_id) where looked_at is null;

create table review_decision (
  id bigint generated always as identity primary key,
  -- No foreign key: the review may be deleted.
  review_id uuid not null,
  became text not null check (became in ('shown', 'hidden')),
  reason text not null check (length(reason) between 3 and 300),
  staff_key_id uuid references staff_key,
  decided_at timestamptz not null default now(),
  member_id uuid references member,
  constraint decided_by_somebody check (num_nonnulls(staff_key_id, member_id) = 1)
);
comment on table review_decision is 'reviews: decisions of our staff with their reasons';
create index review_decision_review on review_decision (review_id);
create index review_decision_member on review_decision (member_id) where member_id is not null;
create trigger stay before update or delete on review_decision for each row execute function review_decisions_stay();

create table review_photo (
  review_id uuid not null references review on delete cascade,
  number smallint not null check (number between 1 and 2),
  jpeg bytea not null,
  primary key (review_id, number)
);
comment on table review_photo is 'reviews: photos of reviews';

-- After one of a person's reviews of a subject was hidden or reported, all their reviews of it wait for our staff
-- until our staff approve one, even if the review is deleted and written again.
create table review_held (
  person_id uuid not null references person,
  -- The id of an operator, a motor park or a business.
  subject_id uuid not null,
  primary key (person_id, subject_id)
);
comment on table review_held is 'reviews: people whose reviews of a subject wait for our staff';
