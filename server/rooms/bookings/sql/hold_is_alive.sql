-- Whether a booking still has all its seats. The hold is then open, even if its deadline has passed. The query plan is
-- cached, as in take_seats.
create or replace function hold_is_alive(p_booking uuid) returns boolean language plpgsql volatile
  set plan_cache_mode = force_generic_plan as $$
begin
  return (select count(c.seat) = max(cardinality(b.seats) * (b.leg_to - b.leg_from))
    from booking b left join seat_claim c on c.booking_id = b.id
    where b.id = p_booking);
end $$;
