-- A wallet's money waits no longer than the seats do, even where a company's money may still come.
create or replace function expire_holds(p_limit int) returns int language sql as $$
  with waited as (
    delete from wallet_hold h using booking b where b.id = h.booking_id and b.hold_expires_at < clock_timestamp()
  ), gone as materialized (
    select b.id from booking b
    where b.status in ('held', 'awaiting_payment') and b.hold_expires_at < clock_timestamp() and not awaits_money(b.id)
    order by b.hold_expires_at limit p_limit for update of b skip locked
  ), claims as materialized (
    select c.trip_id, c.seat, c.leg from seat_claim c join gone on c.booking_id = gone.id
    where c.expires_at is not null order by c.trip_id, c.seat, c.leg for update of c
  ), freed as (
    delete from seat_claim c using claims f where (c.trip_id, c.seat, c.leg) = (f.trip_id, f.seat, f.leg)
  ), expired as (
    update booking b set status = 'expired' from gone where b.id = gone.id returning b.id
  )
  select count(*)::int from expired
$$;
