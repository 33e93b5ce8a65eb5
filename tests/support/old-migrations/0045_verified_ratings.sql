-- Only who has travelled moves a rating: eight fresh accounts say what they like and change nothing.

-- What makes a review verified: a trip of its writer's own, or, where no trip of ours can be, the demo
-- country, which brought it along.
alter table review add column vouched_by text check (vouched_by in ('trip', 'demo'));
update review set vouched_by = case
    when booking_id is null and person_id in (select id from person where referral_code like 'WRITER%DEMO') then 'demo'
    else 'trip' end
  where is_verified;
alter table review add constraint verified_by_something check (is_verified = (vouched_by is not null));

-- Refuses a review that names a trip its writer has not made there. Verified stays when the booking goes.
create function guard_review() returns trigger language plpgsql as $$
begin
  if new.vouched_by is distinct from 'trip' then
    if new.booking_id is not null then
      raise exception 'only a trip vouches for a review with a booking' using errcode = '23514', constraint = 'verified_by_trip';
    end if;
    return new;
  end if;
  if new.booking_id is null then
    if tg_op = 'UPDATE' and old.vouched_by = 'trip' and (old.person_id, old.operator_id, old.motor_park_id, old.rating, old.body)
        is not distinct from (new.person_id, new.operator_id, new.motor_park_id, new.rating, new.body) then
      return new;
    end if;
  elsif exists (
    select from booking b join trip t on t.id = b.trip_id join schedule s on s.id = t.schedule_id
    where b.id = new.booking_id and b.user_id = new.person_id and b.status in ('travelled', 'completed')
      and (s.operator_id = new.operator_id or exists (
        select from schedule_stop stop where stop.schedule_id = s.id
          and stop.position in (b.leg_from, b.leg_to) and stop.motor_park_id = new.motor_park_id)))
  then
    return new;
  end if;
  raise exception 'review % has no trip that vouches for it', new.id using errcode = '23514', constraint = 'verified_by_trip';
end $$;
create trigger review_is_vouched before insert or update on review
  for each row execute function guard_review();

-- How many reviews stand beside those that count.
alter table operator add column unverified_reviews int not null default 0 check (unverified_reviews >= 0);
alter table motor_park add column unverified_reviews int not null default 0 check (unverified_reviews >= 0);

drop trigger review_is_counted on review;
drop function count_stars(uuid, uuid, int, int);
create function count_stars(operator_id uuid, motor_park_id uuid, rating int, is_verified boolean, change int) returns void
language sql as $$
  update operator o set stars = stars_with(o.stars, $3, $5) where o.id = $1 and $4;
  update operator o set unverified_reviews = o.unverified_reviews + $5 where o.id = $1 and not $4;
  update motor_park p set stars = stars_with(p.stars, $3, $5) where p.id = $2 and $4;
  update motor_park p set unverified_reviews = p.unverified_reviews + $5 where p.id = $2 and not $4;
$$;
create or replace function count_review() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    perform count_stars(old.operator_id, old.motor_park_id, old.rating, old.is_verified, -1);
  end if;
  if tg_op <> 'DELETE' then
    perform count_stars(new.operator_id, new.motor_park_id, new.rating, new.is_verified, 1);
  end if;
  return null;
end $$;
create trigger review_is_counted after insert or delete or update of rating, is_verified on review
  for each row execute function count_review();

-- What was counted before is counted anew; who has no review at all keeps the rating they came with.
update operator o set stars = c.stars, unverified_reviews = c.unverified from (
  select operator_id, count(*) filter (where not is_verified)::int as unverified, array[
    count(*) filter (where is_verified and rating = 1), count(*) filter (where is_verified and rating = 2),
    count(*) filter (where is_verified and rating = 3), count(*) filter (where is_verified and rating = 4),
    count(*) filter (where is_verified and rating = 5)]::int[] as stars
  from review where operator_id is not null group by operator_id) c where o.id = c.operator_id;
update motor_park p set stars = c.stars, unverified_reviews = c.unverified from (
  select motor_park_id, count(*) filter (where not is_verified)::int as unverified, array[
    count(*) filter (where is_verified and rating = 1), count(*) filter (where is_verified and rating = 2),
    count(*) filter (where is_verified and rating = 3), count(*) filter (where is_verified and rating = 4),
    count(*) filter (where is_verified and rating = 5)]::int[] as stars
  from review where motor_park_id is not null group by motor_park_id) c where p.id = c.motor_park_id;
