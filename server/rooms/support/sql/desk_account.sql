-- The account under which a desk gets events: the operator's id, or a fixed one for our own desk.
create or replace function desk_account(p_desk uuid) returns uuid language sql immutable as $$
  select coalesce(p_desk, '00000000-0000-4000-8000-000000000001'::uuid)
$$;
