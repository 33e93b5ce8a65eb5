-- The scores of verified, visible reviews, added up by subject, so that no list of reviews reads them all. No foreign
-- key: a subject is an operator, a motor park or a business. A row whose `reviews` is 0 says nothing.
create table review_score (
  subject_id uuid not null,
  what text not null,
  -- The sum of the stars that these reviews gave.
  stars bigint not null,
  reviews int not null,
  primary key (subject_id, what)
);
comment on table review_score is 'reviews: sums of the scores of operators, motor parks and businesses';
-- Each trigger comes before the rows are counted: it waits for running writes and blocks further ones until the commit.
-- Runs after `review_is_counted`, which locks the subject, so that two reviews never wait for each other.
create trigger review_is_scored after insert or delete
  or update of is_verified, state, punctuality, driving, vehicle, staff, security, touts, toilets, shade, lighting on review
  for each row execute function count_scores();
insert into review_score (subject_id, what, stars, reviews)
select coalesce(r.operator_id, r.motor_park_id, r.business_id), s.what, sum(s.stars), count(*)
from review r cross join lateral (values ('punctuality', r.punctuality), ('driving', r.driving), ('vehicle', r.vehicle),
  ('staff', r.staff), ('security', r.security), ('touts', r.touts), ('toilets', r.toilets), ('shade', r.shade),
  ('lighting', r.lighting)) s (what, stars)
where r.is_verified and r.state = 'shown' and s.stars is not null
group by 1, 2;

-- The numbers of a group's members and visible posts, and when the last of these was written. Answers do not count.
-- The tables are locked in the order in which joining and posting use them.
create trigger community_member_count after insert or delete on community_member
  for each row execute function count_member();
alter table community_group
  add column members int not null default 0 check (members >= 0),
  add column posts int not null default 0 check (posts >= 0),
  add column last_at timestamptz;
create trigger community_post_count after insert or delete or update of state on community_post
  for each row execute function count_post();
update community_group g set
  members = (select count(*) from community_member where group_code = g.code),
  (posts, last_at) = (select count(*), max(created_at) from community_post
    where group_code = g.code and answers is null and state = 'shown');
