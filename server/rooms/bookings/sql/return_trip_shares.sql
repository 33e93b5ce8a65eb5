-- Who gets what of a return trip: each way has settled its own part by then, so nobody.
create or replace function return_trip_shares(p_return_trip uuid) returns table (kind text, owner text, amount_kobo bigint)
language sql stable as $$
  select null::text, null::text, null::bigint where false
$$;
