-- Records when people boarded with tickets of the counter whose sale is not reported. p_boardings: [{ ticket_id (hex),
-- scanned_at }]. The first boarding of a ticket stays. A time before the seat was set aside, or in the future, comes
-- from a wrong clock, so the current time is used instead.
create or replace function record_unsold_boardings(p_boardings jsonb) returns void language sql as $$
  update allotted_seat x set boarded_at = case when r.scanned_at < a.made_at - interval '5 minutes' then now()
    else least(r.scanned_at, now()) end
  from seat_allotment a, jsonb_to_recordset(p_boardings) as r (ticket_id text, scanned_at timestamptz)
  where a.id = x.allotment_id and x.ticket_id = decode(r.ticket_id, 'hex') and x.booking_id is null
    and x.boarded_at is null
$$;
