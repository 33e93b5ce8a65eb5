-- How many reviews gave one, two, … five stars. An operator's rating and number of reviews follow from it.
alter table operator add column stars int[] not null default '{0,0,0,0,0}'
  check (cardinality(stars) = 5 and 0 <= all (stars));
alter table motor_park add column stars int[] not null default '{0,0,0,0,0}'
  check (cardinality(stars) = 5 and 0 <= all (stars));

create table review (
  id uuid primary key,
  person_id uuid not null references person on delete cascade,
  operator_id uuid references operator on delete cascade,
  motor_park_id uuid references motor_park on delete cascade,
  rating smallint not null check (rating between 1 and 5),
  body text not null check (length(body) between 10 and 2000),
  -- The trip it is about; verified stays when the booking goes.
  booking_id uuid references booking on delete set null,
  is_verified boolean not null default false,
  -- The phone's own id of these words.
  client_ref uuid,
  written_at timestamptz not null default now(),
  check (num_nonnulls(operator_id, motor_park_id) = 1),
  check (booking_id is null or is_verified),
  -- One voice a person and subject.
  constraint one_review unique nulls not distinct (person_id, operator_id, motor_park_id)
);
create index review_operator on review (operator_id, written_at desc, id desc) where operator_id is not null;
create index review_motor_park on review (motor_park_id, written_at desc, id desc) where motor_park_id is not null;
create index review_written_at on review (written_at desc, id desc);
create index review_booking on review (booking_id) where booking_id is not null;
comment on table review is 'reviews: what travellers say of operators and motor parks';

create function stars_with(stars int[], rating int, change int) returns int[] language plpgsql immutable as $$
begin
  stars[rating] := stars[rating] + change;
  return stars;
end $$;

create function stars_total(stars int[]) returns int language sql immutable as
  'select stars[1] + stars[2] + stars[3] + stars[4] + stars[5]';

-- One decimal; null without reviews.
create function stars_mean(stars int[]) returns numeric language sql immutable as
  'select round((stars[1] + 2 * stars[2] + 3 * stars[3] + 4 * stars[4] + 5 * stars[5])::numeric
    / nullif(stars_total(stars), 0), 1)';

create function follow_stars() returns trigger language plpgsql as $$
begin
  new.reviews := stars_total(new.stars);
  new.rating := stars_mean(new.stars);
  return new;
end $$;
create trigger operator_follows_stars before update of stars on operator
  for each row execute function follow_stars();

-- Each change is added to what stands in the row once its turn has come, so that of two at once none is lost.
create function count_stars(operator_id uuid, motor_park_id uuid, rating int, change int) returns void
language sql as $$
  update operator o set stars = stars_with(o.stars, $3, $4) where o.id = $1;
  update motor_park p set stars = stars_with(p.stars, $3, $4) where p.id = $2;
$$;

create function count_review() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform count_stars(old.operator_id, old.motor_park_id, old.rating, -1); end if;
  if tg_op <> 'DELETE' then perform count_stars(new.operator_id, new.motor_park_id, new.rating, 1); end if;
  return null;
end $$;
create trigger review_is_counted after insert or delete or update of rating on review
  for each row execute function count_review();
