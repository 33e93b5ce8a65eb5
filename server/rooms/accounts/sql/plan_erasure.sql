-- Plans the erasure of a person in p_days days, or cancels it if p_days is null. Returns the time of the erasure, and
-- no row for an erased person.
create or replace function plan_erasure(p_person uuid, p_days int) returns setof timestamptz language sql as $$
  update person set erase_at = now() + p_days * interval '1 day'
  where id = p_person and erased_at is null returning erase_at
$$;
