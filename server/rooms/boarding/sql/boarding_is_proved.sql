-- Whether it is proved that somebody travelled with a booking (count_proved_tickets): one of its tickets was boarded in
-- time, or the operator of the trip has a boarding record.
create or replace function boarding_is_proved(p_booking uuid) returns boolean language sql stable as $$
  select count_proved_tickets(p_booking) > 0
$$;
