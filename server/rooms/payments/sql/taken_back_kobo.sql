-- Returns the sum of two amounts of a payable's money: what payment companies have taken back without our order, as far
-- as no refund was set off against it, and what they hold because of open disputes. A share of a payment counts as the
-- whole payment.
create or replace function taken_back_kobo(p_payable uuid) returns bigint language sql stable as $$
  select coalesce(sum(greatest(0, outside_kobo) + disputed_kobo), 0)::bigint from payment
  where id in (select coalesce(part_of, id) from payment where payable_id = p_payable)
$$;
