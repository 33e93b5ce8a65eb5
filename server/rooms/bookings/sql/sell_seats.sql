-- Claims seats permanently and issues their tickets, all or nothing. Returns false if somebody else has one of them: by
-- a claim, or by a live ticket (unique index ticket_live), which is a second safeguard. A deadlock undoes the whole
-- transaction, which is then repeated.
create or replace function sell_seats(
  p_booking booking, p_trip uuid, p_from smallint, p_to smallint, p_seats smallint[], p_issue int, p_kid smallint,
  p_ticket_ids bytea[], p_ticket_codes text[]
) returns boolean language plpgsql as $$
begin
  if not take_seats(p_booking.id, p_trip, p_from, p_to, p_seats, null, array[p_booking.id]) then
    raise exception using errcode = 'WK001';
  end if;
  perform issue_tickets(p_booking.id, p_trip, p_from, p_to, p_seats, p_issue, p_kid, p_ticket_ids, p_ticket_codes);
  return true;
exception when sqlstate 'WK001' or unique_violation then
  return false;
end $$;
