-- What somebody says of a subject waits for our staff once they have hidden it, or readers have reported it, until
-- our staff
-- show it again: also when it was deleted, and written anew.
create table review_held (
  person_id uuid not null references person,
  -- Of an operator, a motor park or a business.
  subject_id uuid not null,
  primary key (person_id, subject_id)
);
comment on table review_held is 'reviews: whose words about what wait for our staff';
insert into review_held
  select r.person_id, coalesce(r.operator_id, r.motor_park_id, r.business_id) from review r
  where r.state = 'hidden' or r.state = 'waiting' and exists (select from review_report x where x.review_id = r.id and x.looked_at is null);
