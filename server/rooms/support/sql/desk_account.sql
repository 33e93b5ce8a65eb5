-- The account under which a desk hears news: the operator's id, or for our own desk one that is nobody's.
create or replace function desk_account(p_desk uuid) returns uuid language sql immutable as $$
  select coalesce(p_desk, '00000000-0000-4000-8000-000000000001'::uuid)
$$;
