-- Reviews say more than stars, may be answered once by their operator, reported by readers, and looked at by our staff.
alter table review
  add column punctuality smallint check (punctuality between 1 and 5),
  add column driving smallint check (driving between 1 and 5),
  add column vehicle smallint check (vehicle between 1 and 5),
  add column staff smallint check (staff between 1 and 5),
  add column security smallint check (security between 1 and 5),
  add column touts smallint check (touts between 1 and 5),
  add column toilets smallint check (toilets between 1 and 5),
  add column shade smallint check (shade between 1 and 5),
  add column lighting smallint check (lighting between 1 and 5),
  add constraint scores_of_their_kind check (
    (operator_id is not null or num_nonnulls(punctuality, driving, vehicle, staff) = 0)
    and (motor_park_id is not null or num_nonnulls(security, touts, toilets, shade, lighting) = 0)),
  -- Since when these words may be changed: a new trip makes a new review.
  add column first_at timestamptz not null default now(),
  -- `waiting`: nobody but its writer sees it until our staff have looked.
  add column state text not null default 'shown' check (state in ('shown', 'waiting', 'hidden')),
  add column answer text check (length(answer) between 3 and 1000),
  add column answered_at timestamptz,
  add column answer_key_id uuid references operator_key,
  add constraint answered_once check (num_nonnulls(answer, answered_at, answer_key_id) in (0, 3)),
  add constraint operators_answer check (answer is null or operator_id is not null);
update review set first_at = written_at;
create index review_to_look_at on review (written_at) where state = 'waiting';

create table review_report (
  review_id uuid not null references review on delete cascade,
  person_id uuid not null references person on delete cascade,
  reason text not null check (reason in ('spam', 'abuse', 'private', 'not_a_trip', 'other')),
  words text check (length(words) between 1 and 300),
  reported_at timestamptz not null default now(),
  -- Our staff have looked since.
  looked_at timestamptz,
  primary key (review_id, person_id)
);
create index review_report_person on review_report (person_id, reported_at);
create index review_report_open on review_report (review_id) where looked_at is null;
comment on table review_report is 'reviews: what readers say is wrong with one';

create table review_decision (
  id bigint generated always as identity primary key,
  -- The review may be gone since.
  review_id uuid not null,
  became text not null check (became in ('shown', 'hidden')),
  reason text not null check (length(reason) between 3 and 300),
  staff_key_id uuid not null references staff_key,
  decided_at timestamptz not null default now()
);
create index review_decision_review on review_decision (review_id);
comment on table review_decision is 'reviews: what our staff decided, and why';
create function review_decisions_stay() returns trigger language plpgsql as 'begin return null; end';
create trigger stay before update or delete on review_decision for each row execute function review_decisions_stay();

create table review_photo (
  review_id uuid not null references review on delete cascade,
  number smallint not null check (number between 1 and 2),
  jpeg bytea not null,
  primary key (review_id, number)
);
comment on table review_photo is 'reviews: what it looked like';

-- What nobody sees does not count.
drop trigger review_is_counted on review;
create trigger review_is_counted after insert or delete or update of rating, is_verified, state on review
  for each row execute function count_review();

do $$
declare
  it record;
begin
  for it in select conrelid::regclass as place, conname, pg_get_constraintdef(oid) as def from pg_constraint
    where conname in ('operator_key_scopes', 'staff_key_scopes')
  loop
    execute format('alter table %s drop constraint %I', it.place, it.conname);
    execute format('alter table %s add constraint %I %s', it.place, it.conname,
      replace(it.def, 'ARRAY[', 'ARRAY[''reviews''::text, '));
  end loop;
end $$;
