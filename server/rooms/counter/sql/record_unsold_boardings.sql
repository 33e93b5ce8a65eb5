-- Records when people boarded with tickets of the counter whose sale is not reported. p_boardings: [{ ticket_id (hex),
-- scanned_at }]. The first boarding of a ticket stays, and a time in the future is replaced by the current time.
create or replace function record_unsold_boardings(p_boardings jsonb) returns void language sql as $$
  update allotted_seat x set boarded_at = least(r.scanned_at, now())
  from jsonb_to_recordset(p_boardings) as r (ticket_id text, scanned_at timestamptz)
  where x.ticket_id = decode(r.ticket_id, 'hex') and x.booking_id is null and x.boarded_at is null
$$;
