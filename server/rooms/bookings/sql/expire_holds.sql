-- Expires at most p_limit overdue holds; returns how many. Nothing depends on when it runs, since buyers can take the
-- seats of overdue holds. Wallet money for an overdue hold is released. A hold does not expire while other money for it
-- may still arrive. Claims are locked in the order in which buyers lock them, to avoid deadlocks.
create or replace function expire_holds(p_limit int) returns int language sql as $$
  select free_wallet_holds(array(select b.id from wallet_hold h join booking b on h.payable_id in (b.id, b.return_trip_id)
    where b.hold_expires_at < clock_timestamp()));
  with gone as materialized (
    select b.id from booking b
    where b.status in ('held', 'awaiting_payment') and b.hold_expires_at < clock_timestamp() and not waits_for_money(b)
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
