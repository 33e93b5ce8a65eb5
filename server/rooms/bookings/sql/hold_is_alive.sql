-- Whether a booking still has all its seats. The hold is then open, even if its deadline has passed.
-- In PL/pgSQL, its statement is planned once; before version 18, PostgreSQL plans that of an SQL function at each call.
create or replace function hold_is_alive(p_booking uuid) returns boolean language plpgsql volatile as $$
begin
  return (select count(c.seat) = max(cardinality(b.seats) * (b.leg_to - b.leg_from))
    from booking b left join seat_claim c on c.booking_id = b.id
    where b.id = p_booking);
end $$;
