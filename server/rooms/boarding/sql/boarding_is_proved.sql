-- Whether somebody has travelled with a booking: a ticket was boarded in time, or its operator has a boarding record.
create or replace function boarding_is_proved(p_booking uuid) returns boolean language sql stable as $$
  select count_proved_tickets(p_booking) > 0
$$;
