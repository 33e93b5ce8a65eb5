-- Returns what is left of our fee on a booking, kobo. What payment companies took back without our order is deducted
-- from the fee first.
create or replace function kept_fee_kobo(p_booking uuid) returns bigint language sql stable as $$
  select greatest(0, our_fee_kobo(p_booking) - taken_back_kobo(p_booking))
$$;
