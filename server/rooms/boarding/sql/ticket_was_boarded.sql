-- Whether a ticket let somebody board its own bus in time.
create or replace function ticket_was_boarded(k ticket) returns boolean language sql stable as $$
  select k.status = 'used' and exists (
    select from boarding_scan x
    where x.ticket_id = k.id and x.trip_id = k.trip_id and x.verdict = 'valid' and x.in_time)
$$;
