-- Returns our fee on the seats of a booking whose boarding is proved, kobo. Its rewards are a share of this sum.
create or replace function proved_fee_kobo(p_booking uuid) returns bigint language sql stable as $$
  select kept_fee_kobo(p_booking) * count_proved_tickets(p_booking) / greatest(1, count(*))
  from ticket where booking_id = p_booking and status in ('valid', 'used')
$$;
