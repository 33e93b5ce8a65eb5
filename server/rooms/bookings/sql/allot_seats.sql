-- Sets seats aside for p_allotment, all or none. Returns allotted | seat_taken | trip_not_on_sale | seats_kept (for the
-- waitlist).
create or replace function allot_seats(p_allotment uuid, p_trip uuid, p_from smallint, p_to smallint, p_seats smallint[])
returns text language plpgsql as $$
declare
  sellable smallint[];
  claimed int;
begin
  -- A shared lock, so that an operator's cancellation waits for this transaction.
  perform from trip where id = p_trip for share;
  sellable := sellable_seats(p_trip, p_from);
  if sellable is null then return 'trip_not_on_sale'; end if;
  if not p_seats <@ sellable or seats_taken(p_trip, p_from, p_to, p_seats, '{}') <> '{}' then return 'seat_taken'; end if;
  if room_beyond_queue(p_trip, p_from, p_to, sellable, '{}') < cardinality(p_seats) then return 'seats_kept'; end if;
  insert into seat_claim (trip_id, seat, leg, block_id)
  select p_trip, s, l, p_allotment from unnest(p_seats) s, generate_series(p_from, p_to - 1) l
  order by s, l
  on conflict (trip_id, seat, leg) do update set booking_id = null, expires_at = null, block_id = excluded.block_id
    where seat_claim.block_id is null and seat_claim.expires_at < clock_timestamp();
  get diagnostics claimed = row_count;
  if claimed < cardinality(p_seats) * (p_to - p_from) then
    raise exception using errcode = 'WK001';
  end if;
  return 'allotted';
exception when sqlstate 'WK001' then
  return 'seat_taken';
end $$;
