-- Issues valid tickets for seats of a booking: p_ids[i] with p_codes[i] for p_seats[i]. Refuses a seat that has a valid
-- ticket.
create or replace function issue_tickets(
  p_booking uuid, p_trip uuid, p_from smallint, p_to smallint, p_seats smallint[], p_issue int, p_kid smallint,
  p_ids bytea[], p_codes text[]
) returns void language plpgsql as $$
begin
  insert into ticket (id, code, booking_id, trip_id, seat, leg_from, leg_to, issue, status, kid)
  select t.id, t.code, p_booking, p_trip, t.seat, p_from, p_to, p_issue, 'valid', p_kid
  from unnest(p_ids, p_codes, p_seats) t (id, code, seat)
  where t.seat is not null;
end $$;
