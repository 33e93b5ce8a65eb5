-- Ends overdue unpaid parcels for which no money can come, at most p_limit, and returns them. Wallet money is not held
-- longer than its attempt, even if a payment company's money may still come.
create or replace function expire_parcels(p_limit int) returns setof uuid language sql as $$
  select free_wallet_holds(array(select p.id from wallet_hold h join parcel p on p.id = h.payable_id
    join payment y on y.id = h.payment_id where y.expires_at < clock_timestamp()));
  with gone as materialized (
    select id from parcel
    where state = 'pending_payment' and pay_until < clock_timestamp() and not exists (
      -- A payment company that has not answered for three days is not asked any more.
      select from payment y where y.payable_id = parcel.id and y.status in ('initiated', 'pending')
        and y.next_check_at < 'infinity')
    order by pay_until limit p_limit for update skip locked
  ), ended as (
    update parcel p set state = 'cancelled', ended_at = now() from gone where p.id = gone.id returning p.id
  ), told as (
    insert into parcel_event (id, parcel_id, kind, occurred_at) select gen_random_uuid(), id, 'cancelled', now() from ended
  )
  select id from ended
$$;
