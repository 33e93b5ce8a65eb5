-- Listed businesses are reviewed as operators and motor parks are. Who has travelled to or from its city counts.
alter table business
  add column stars int[] not null default '{0,0,0,0,0}' check (cardinality(stars) = 5 and 0 <= all (stars)),
  add column unverified_reviews int not null default 0 check (unverified_reviews >= 0);
alter table review
  add column business_id uuid references business on delete cascade,
  drop constraint review_check,
  drop constraint one_review,
  add constraint of_one_subject check (num_nonnulls(operator_id, motor_park_id, business_id) = 1),
  -- One voice a person and subject.
  add constraint one_review unique nulls not distinct (person_id, operator_id, motor_park_id, business_id);
create index review_business on review (business_id, written_at desc, id desc) where business_id is not null;
comment on table review is 'reviews: what travellers say of operators, motor parks and listed businesses';
