-- Returns what a payment company has given back of a payment and its shares, or is about to give back: by our orders,
-- without our orders, and because of lost disputes.
create or replace function given_back(p_payment uuid) returns bigint language sql stable as $$
  select (select coalesce(sum(amount_kobo), 0) from outside_refund where payment_id = p_payment) + (
    select coalesce(sum(r.amount_kobo), 0) from payment share join refund r on r.payment_id = share.id
    where (share.id = p_payment or share.part_of = p_payment) and r.destination = 'source' and not r.by_hand
      and r.state in ('submitted', 'succeeded'))
$$;
