-- Returns the shares of a return trip: none, since each direction settles its own part.
create or replace function return_trip_shares(p_return_trip uuid) returns table (kind text, owner text, amount_kobo bigint)
language sql stable as $$
  select null::text, null::text, null::bigint where false
$$;
