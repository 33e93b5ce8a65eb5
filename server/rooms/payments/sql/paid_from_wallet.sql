-- Returns whether all money that is left of these payables came from a wallet. Their refunds then go into it, whatever
-- destination is chosen.
create or replace function paid_from_wallet(p_payables uuid[]) returns boolean language sql stable as $$
  select coalesce(bool_and(provider = 'wallet'), false) from payment
  where payable_id = any (p_payables) and outcome in ('confirmed', 'confirmed_other_seats')
    and paid_kobo > refunded_kobo + refund_pending_kobo
$$;
