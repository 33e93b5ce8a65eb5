-- Plans the erasure of a person so many days ahead, or takes it back when p_days is null; when it will be, no row for
-- who is gone.
create or replace function plan_erasure(p_person uuid, p_days int) returns setof timestamptz language sql as $$
  update person set erase_at = now() + p_days * interval '1 day'
  where id = p_person and erased_at is null returning erase_at
$$;
