-- Whether a trip may verify a review: somebody is known to have travelled, payment companies have taken back at most
-- half of the money that was not refunded (money_stayed), and our staff have not refused the booking's rewards because
-- buyer and operator are the same people.
create or replace function trip_vouches(p_booking uuid) returns boolean language sql stable as $$
  select boarding_is_proved(p_booking) and money_stayed(p_booking)
    and not exists (select from reward_case where booking_id = p_booking and state = 'refused')
$$;
