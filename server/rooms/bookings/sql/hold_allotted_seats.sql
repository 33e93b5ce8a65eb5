-- Makes a held booking of seats that are set aside for p_allotment, or were released and not taken by anybody since.
-- The bus may have left. Returns held | seat_taken | trip_not_on_sale (the departure is cancelled). The caller sells
-- the seats in the same transaction.
create or replace function hold_allotted_seats(
  p_allotment uuid, p_id uuid, p_reference text, p_trip uuid, p_from smallint, p_to smallint, p_seats smallint[],
  p_types text[], p_holder text, p_fare jsonb, p_total_kobo bigint
) returns text language plpgsql as $$
declare
  until_ts constant timestamptz := clock_timestamp() + interval '10 minutes';
begin
  -- A shared lock, so that an operator's cancellation waits for this sale and then includes it.
  perform from trip where id = p_trip and status <> 'cancelled' for share;
  if not found then return 'trip_not_on_sale'; end if;
  perform free_allotted_seats(p_allotment, p_trip, p_seats);
  insert into booking (id, reference, trip_id, leg_from, leg_to, seats, passenger_types, status, holder, fare, total_kobo,
      hold_expires_at, is_vouched)
    values (p_id, p_reference, p_trip, p_from, p_to, p_seats, p_types, 'held', p_holder, p_fare, p_total_kobo, until_ts, true);
  if not take_seats(p_id, p_trip, p_from, p_to, p_seats, until_ts, '{}') then
    raise exception using errcode = 'WK001';
  end if;
  return 'held';
exception when sqlstate 'WK001' then
  return 'seat_taken';
end $$;
