alter table charter_review
  add column state text not null default 'shown' check (state in ('shown', 'waiting', 'hidden')),
  -- Our staff have hidden it: what replaces it waits until they show it.
  add column is_held boolean not null default false,
  -- Until 30 days after this it may be changed.
  add column first_at timestamptz not null default now();
update charter_review set first_at = written_at;
create index charter_review_to_look_at on charter_review (written_at) where state = 'waiting';

create table charter_review_report (
  review_id uuid not null references charter_review on delete cascade,
  person_id uuid not null references person on delete cascade,
  reason text not null check (reason in ('spam', 'abuse', 'private', 'not_a_trip', 'other')),
  words text check (length(words) between 1 and 300),
  reported_at timestamptz not null default now(),
  -- Our staff have looked since.
  looked_at timestamptz,
  primary key (review_id, person_id)
);
create index charter_review_report_person on charter_review_report (person_id, reported_at);
create index charter_review_report_open on charter_review_report (review_id) where looked_at is null;
comment on table charter_review_report is 'charters: what readers say is wrong with a review of a vehicle';

-- What this does stands with the functions.
create function count_charter_review() returns trigger language plpgsql as 'begin return null; end';
create trigger charter_review_is_counted after insert or update of rating, state on charter_review
  for each row execute function count_charter_review();
