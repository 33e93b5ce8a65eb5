-- Ends offers whose bookings were paid, released or have expired, at most p_limit, and returns their departures. If an
-- offer expires, an entry of a waiting list ends, but an entry of a travel request waits for another departure.
create or replace function close_ended_offers(p_limit int) returns table (trip_id uuid) language plpgsql as $$
declare
  it record;
  became text;
begin
  for it in
    select o.id, o.place_id, o.trip_id, o.booking_id, o.expires_at, b.status
    from seat_offer o join booking b on b.id = o.booking_id
    where o.state = 'open' and (b.status not in ('held', 'awaiting_payment') or b.hold_expires_at < clock_timestamp())
    order by o.offered_at, o.id limit p_limit for update of o skip locked
  loop
    if it.status in ('held', 'awaiting_payment') and not expire_booking(it.booking_id) then
      select status into it.status from booking where id = it.booking_id;
      continue when it.status in ('held', 'awaiting_payment');
    end if;
    became := case when it.status in ('confirmed', 'travelled', 'completed') then 'taken' else 'lapsed' end;
    update seat_offer set state = became, ended_at = now() where id = it.id;
    update queue_place q set
        state = case when became = 'lapsed' and q.request_id is not null then 'waiting' else became end,
        ended_at = case when became = 'lapsed' and q.request_id is not null then null else now() end
      where q.id = it.place_id and q.state = 'offered';
    trip_id := it.trip_id;
    return next;
  end loop;
end $$;
