-- Whether we still have at least half of what was paid for a booking and not refunded by us: payment companies may have
-- taken money back.
create or replace function money_stayed(p_booking uuid) returns boolean language sql stable as $$
  select taken_back_kobo(id) * 2 <= paid_kobo - refunded_kobo from booking where id = p_booking
$$;
