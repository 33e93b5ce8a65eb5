-- Returns what we keep of our fee on a booking, kobo: what payment companies took back without our order is counted
-- against it first.
create or replace function kept_fee_kobo(p_booking uuid) returns bigint language sql stable as $$
  select greatest(0, our_fee_kobo(p_booking) - taken_back_kobo(p_booking))
$$;
